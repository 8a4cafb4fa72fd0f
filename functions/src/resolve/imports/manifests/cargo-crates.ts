/**
 * Crates by name, with the folder of their Cargo.toml.
 *
 *     [package] name = "acme-core"        acme_core: `-` in names is written `_` in code
 *     [lib] name = "core"                 the library's own name comes first
 */
import { parse } from 'smol-toml';
import { z } from 'zod';
import type { ManifestFile } from '../../../model/manifests.ts';
import { dirName } from '../paths.ts';

/** Nested folders first. Sibling programs may each have a crate of one name. */
export function readCrates(manifests: ManifestFile[]): { name: string; dir: string }[] {
  const found: { name: string; dir: string }[] = [];
  for (const manifest of manifests) {
    if (!/(^|\/)Cargo\.toml$/.test(manifest.path)) continue;
    const name = crateName(manifest.text);
    if (name !== undefined) found.push({ name: name.replaceAll('-', '_'), dir: dirName(manifest.path) });
  }
  return found.sort((a, b) => b.dir.length - a.dir.length || (a.dir < b.dir ? -1 : 1));
}

/** What is of another form says nothing; the rest of the manifest still does. */
const named = z
  .object({ name: z.string().optional().catch(undefined) })
  .optional()
  .catch(undefined);
const manifestSchema = z.object({ package: named, lib: named });

function crateName(text: string): string | undefined {
  try {
    const { package: about, lib } = manifestSchema.parse(parse(text), { jitless: true });
    return lib?.name ?? about?.name;
  } catch {
    // A broken manifest names nothing; the sources still stand for themselves.
    return undefined;
  }
}
