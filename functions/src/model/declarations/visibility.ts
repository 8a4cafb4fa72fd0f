/** From where a function can be called. */

/** Its class, its file, what is built together with it (a package, module, crate or assembly), whoever. */
export const VISIBILITIES = ['class', 'file', 'package', 'open'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
