/**
 * Loaded before a command whose cost is measured (`node --import …/built.mjs local/cli/index.ts`): what is deployed is the
 * build, so imports of `src/*.ts` give `lib/*.js`, in worker threads too. Stripping types costs half a second of CPU for
 * each process and thread that nobody who runs the product pays.
 *
 *     file:///…/functions/src/jobs/sync/sync.ts   →   file:///…/functions/lib/jobs/sync/sync.js
 */
import { registerHooks } from 'node:module';

const source = new URL('../../../src/', import.meta.url).href;
const built = new URL('../../../lib/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith(source)) return resolved;
    const url = `${built}${resolved.url.slice(source.length).replace(/\.ts$/, '.js')}`;
    return { ...resolved, url, format: 'module' };
  },
});
