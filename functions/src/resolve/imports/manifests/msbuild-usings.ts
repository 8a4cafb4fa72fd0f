/**
 * Usings that a C# project gives all its files, written in its project file or in what MSBuild reads for a folder.
 *
 *     <Using Include="Acme.Text" />    <Using Include="Acme.Checks" Static="true" />
 *
 * Conditions around them are not read: what one build leaves out another one has.
 */
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import { FILE_SCOPE } from '../../../model/facts.ts';
import { dirName } from '../paths.ts';

const PROJECT = /\.csproj$|(^|\/)Directory\.Build\.(props|targets)$/;
const USING = /<Using\s[^>]*>/g;

/** Usings with the folder whose files have them. */
export function msbuildUsings(manifests: ManifestFile[]): { dir: string; fact: ImportFact }[] {
  return manifests
    .filter(({ path }) => PROJECT.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(USING)].flatMap(([element]) => {
        const source = /\sInclude="([\w.]+)"/.exec(element)?.[1];
        if (source === undefined || /\sAlias=/.test(element)) return [];
        const fact: ImportFact = { scope: FILE_SCOPE, line: 1, source, name: '*', form: 'global' };
        return [{ dir: dirName(path), fact: /\sStatic="true"/i.test(element) ? { ...fact, static: true } : fact }];
      }),
    );
}

/** Folders of the projects; the parts of a class that stand in two of them are two classes. */
export function msbuildProjects(manifests: ManifestFile[]): string[] {
  return [...new Set(manifests.filter(({ path }) => path.endsWith('.csproj')).map(({ path }) => dirName(path)))];
}
