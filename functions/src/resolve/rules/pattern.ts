/** Regular expressions that the files of frameworks give, which are few. */
const patterns = new Map<string, RegExp>();

/** A regular expression, compiled once: it is asked for each parameter of each function. */
export function pattern(source: string, flags = ''): RegExp {
  const key = `${flags}/${source}`;
  let known = patterns.get(key);
  if (known === undefined) patterns.set(key, (known = new RegExp(source, flags)));
  return known;
}
