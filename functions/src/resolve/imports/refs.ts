/**
 * Where a name leads, before any value is known. Import strategies answer with these, and the name resolver follows them.
 */
export type Ref =
  /** A file as a module. */
  | { to: 'file'; file: number }
  /** What a file exports under a name. */
  | { to: 'name'; file: number; name: string }
  | { to: 'def'; def: number }
  /** A package or namespace that spans files, see namespaces.ts. */
  | { to: 'namespace'; key: string }
  /** Outside the repository. */
  | { to: 'external'; name: string };
