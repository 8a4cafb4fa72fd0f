/** What stands in the folders of a repository, added up from its files: lines, functions, classes, complexity. */
import { z } from 'zod';
import type { FileRecord } from '../../ports.ts';

export const figures = {
  files: z.number().int(),
  lines: z.number().int(),
  functions: z.number().int(),
  classes: z.number().int(),
  /** Sum of the functions' cyclomatic complexity. */
  complexity: z.number().int(),
  /** The highest of one function. */
  max_complexity: z.number().int(),
};

export const folderSchema = z.object({
  path: z.string(),
  name: z.string(),
  type: z.enum(['folder', 'file']),
  /** 1 for what stands in the folder that was asked about. */
  depth: z.number().int(),
  ...figures,
});
export type FolderNode = z.infer<typeof folderSchema>;

export type Figures = Omit<FolderNode, 'path' | 'name' | 'type' | 'depth'>;

function noFigures(): Figures {
  return { files: 0, lines: 0, functions: 0, classes: 0, complexity: 0, max_complexity: 0 };
}

function addFile(to: Figures, file: FileRecord): void {
  to.files += 1;
  to.lines += file.lines;
  to.functions += file.functions;
  to.classes += file.classes;
  to.complexity += file.complexity.sum;
  to.max_complexity = Math.max(to.max_complexity, file.complexity.most);
}

/** Every file is added to each folder above it, down to the depth. */
export function foldersOf(
  under: string,
  depth: number,
  files: readonly FileRecord[],
): { nodes: Map<string, FolderNode>; whole: Figures } {
  const nodes = new Map<string, FolderNode>();
  const whole = noFigures();
  for (const file of files) {
    addFile(whole, file);
    let end = under === '' ? -1 : under.length;
    for (let level = 1; level <= depth; level++) {
      const start = end + 1;
      end = file.path.indexOf('/', start);
      const path = end < 0 ? file.path : file.path.slice(0, end);
      let node = nodes.get(path);
      if (node === undefined) {
        const type = end < 0 ? 'file' : 'folder';
        node = { path, name: path.slice(start), type, depth: level, ...noFigures() };
        nodes.set(path, node);
      }
      addFile(node, file);
      if (end < 0) break;
    }
  }
  return { nodes, whole };
}
