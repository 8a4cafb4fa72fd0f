/** Modules of a repository by their go.mod: `module example.com/app`. */
import type { ManifestFile } from '../../../model/manifests.ts';
import { dirName } from '../paths.ts';

export interface GoModule {
  dir: string;
  path: string;
}

/** Longest module path first, so that a nested module wins over the one around it. */
export function readGoModules(manifests: ManifestFile[]): GoModule[] {
  return manifests
    .filter((manifest) => /(^|\/)go\.mod$/.test(manifest.path))
    .flatMap((manifest) => {
      const path = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(manifest.text)?.[1];
      return path === undefined ? [] : [{ dir: dirName(manifest.path), path }];
    })
    .sort((a, b) => b.dir.length - a.dir.length || (a.dir < b.dir ? -1 : 1));
}
