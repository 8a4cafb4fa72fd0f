/** Arguments of Node with which a command of the sources runs the built product: see bench/built.mjs. */
export const BUILT = ['--import', new URL('bench/built.mjs', import.meta.url).href];
