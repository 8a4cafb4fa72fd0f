/**
 * What ESLint's own rules do not hold, as rules of its form (https://eslint.org/docs/latest/extend/custom-rules):
 *
 *   house/no-import-cycle     no file imports itself by way of others
 *   house/folder-size         no folder holds more files than one can look through
 *   house/reasoned-disable    a comment that turns a rule off names it, may do so, and says why
 *
 * Packages for the first exist. eslint-plugin-import-x passes over type imports, dependency-cruiser brings eighteen
 * packages; the compiler that is here anyway lists a file's imports.
 */
import { readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Rule } from 'eslint';
import { findCycle, importsOf, readImportGraph } from './import-graph.ts';
import type { ImportGraph } from './import-graph.ts';

const graphs = new Map<string, ImportGraph>();

/** Read once per process: ESLint asks for each file. */
function graphBelow(folders: readonly string[]): ImportGraph {
  const key = folders.join('\n');
  const graph = graphs.get(key) ?? readImportGraph(folders);
  graphs.set(key, graph);
  return graph;
}

/** Options: the absolute folders whose imports are followed. */
const noImportCycle: Rule.RuleModule = {
  meta: { type: 'problem', schema: { type: 'array', items: { type: 'string' } } },
  create: (context) => ({
    Program(node) {
      const graph = new Map(graphBelow(context.options as string[]));
      graph.set(context.filename, importsOf(context.filename, context.sourceCode.text));
      const cycle = findCycle(graph, context.filename);
      if (cycle === undefined) return;
      const names = cycle.map((file) => relative(context.cwd, file));
      context.report({
        node,
        message: `Import cycle: ${names.join(' → ')}. Move what both need into a file of its own.`,
      });
    },
  }),
};

/** Options: the limit, and folders of like entries (one a file, all in one list), which may be longer. */
interface FolderSizeOptions {
  max: number;
  lists: string[];
}

const folderSize: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: { max: { type: 'integer' }, lists: { type: 'array', items: { type: 'string' } } },
        required: ['max', 'lists'],
        additionalProperties: false,
      },
    ],
  },
  create: (context) => ({
    Program(node) {
      const { max, lists } = context.options[0] as FolderSizeOptions;
      const folder = dirname(context.filename);
      if (lists.includes(relative(context.cwd, folder))) return;
      const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
      if (files.length <= max) return;
      // Told at every file: with ESLint's cache, only the file that was added is looked at.
      const name = relative(context.cwd, folder);
      context.report({
        node,
        message: `${name}/ holds ${files.length} files, ${max} are allowed. Divide it by what its files are about.`,
      });
    },
  }),
};

/** Options: the rules that a comment may turn off. */
const reasonedDisable: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: { type: 'array', items: { type: 'string' } } },
  create: (context) => ({
    Program() {
      const allowed = context.options as string[];
      for (const comment of context.sourceCode.getAllComments()) {
        const [, rest] = /^\s*eslint-disable(?:-next-line|-line)?\b(.*)$/s.exec(comment.value) ?? [];
        if (rest === undefined || comment.loc === null || comment.loc === undefined) continue;
        const [names = '', reason = ''] = rest.split(' -- ');
        const named = names.split(',').map((name) => name.trim());
        if (named.every((name) => allowed.includes(name)) && reason.trim() !== '') continue;
        context.report({
          // Before the line's first column, where the comment itself does not reach.
          loc: { ...comment.loc, start: { line: comment.loc.start.line, column: -1 } },
          message: `Only ${allowed.join(', ')} may be turned off, as "eslint-disable-next-line ${allowed[0]} -- <why>".`,
        });
      }
    },
  }),
};

export const houseRules = {
  rules: { 'no-import-cycle': noImportCycle, 'folder-size': folderSize, 'reasoned-disable': reasonedDisable },
};
