/**
 * Targets of Swift packages whose sources do not lie where the tools look first.
 *
 *     .target(name: "Kingfisher", dependencies: [.target(name: "Core")], path: "Sources")      Sources/… is Kingfisher
 *
 * `Package.swift` is a program; read is what its calls write out.
 */
import type { ManifestFile } from '../../../model/manifests.ts';
import { dirName, joinPath } from '../paths.ts';

const TARGET = /\.(?:target|executableTarget|testTarget|systemLibrary|macro|plugin)\s*\(/g;
const MOST_TARGETS = 1_000;

/** The target that a file belongs to by a `path` of a manifest; undefined where no manifest says. */
export function swiftTargets(manifests: ManifestFile[]): (path: string) => string | undefined {
  const folders = manifests
    .filter(({ path }) => /(?:^|\/)Package\.swift$/.test(path))
    .flatMap(({ path, text }) =>
      targetsIn(text).flatMap(({ name, folder }) => {
        const dir = joinPath(dirName(path), folder);
        return dir === undefined ? [] : [{ name, dir }];
      }),
    )
    .sort((a, b) => b.dir.length - a.dir.length || (a.dir < b.dir ? -1 : 1));
  return (path) => folders.find(({ dir }) => dir === '' || path.startsWith(`${dir}/`))?.name;
}

function targetsIn(text: string): { name: string; folder: string }[] {
  return [...text.matchAll(TARGET)].slice(0, MOST_TARGETS).flatMap((match) => {
    const own = ownArguments(text, match.index + match[0].length);
    const name = /\bname\s*:\s*"([^"\n]+)"/.exec(own)?.[1];
    const folder = /\bpath\s*:\s*"([^"\n]+)"/.exec(own)?.[1];
    return name === undefined || folder === undefined ? [] : [{ name, folder: folder.replace(/\/+$/, '') }];
  });
}

/** The text of a call's arguments from behind its parenthesis, without what stands in brackets among them. */
function ownArguments(text: string, from: number): string {
  let out = '';
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) break;
      if (depth === 0) out += text.slice(at, end + 1);
      at = end;
    } else if (char === '/' && text.charAt(at + 1) === '/') {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      at = end;
    } else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      depth -= 1;
      if (depth < 0) break;
    } else if (depth === 0) out += char;
  }
  return out;
}
