/** The parts of a path by which a file's language and grammar are told. */

export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `.ts` of `a/b.d.ts`, lower case as given; '' when there is none. A leading dot starts no extension. */
export function extensionOf(path: string): string {
  const base = baseNameOf(path);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot);
}
