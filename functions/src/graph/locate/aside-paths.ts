/**
 * Files that show code rather than being it: documentation, examples, benchmarks. They say what a text says, in its own words,
 * and seldom change with what it asks for.
 *
 *     docs/conf.py   packages/core/examples/tree.ts   asv_bench/benchmarks/io.py   but not src/docs/render.ts
 */
const ASIDE = /^docs?\/|(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|(?:[a-z]+[_-])?bench(?:es|marks?)?)\//i;

export function isAside(path: string): boolean {
  return ASIDE.test(path);
}
