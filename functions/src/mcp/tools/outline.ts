/** What is in this repository, folder or file? */
import { z } from 'zod';
import { repositoryOutline } from '../../graph/queries/repository-outline.ts';
import { symbolElementOf } from '../../graph/queries/symbol-element.ts';
import type { FileRecord, GraphReader } from '../../ports.ts';
import { placeOf } from '../describe-symbol.ts';
import { budgetSchema } from '../inputs.ts';
import { tool, type Section } from '../tool.ts';

const MOST_SYMBOLS = 500;
const SHOWN_DEPENDENCIES = 15;

export const outline = tool({
  name: 'outline',
  description: 'Shape of the repository or a folder (languages, folders, entry points, most called, dependencies), or the symbols of a file.', // prettier-ignore
  input: z.object({
    paths: z.array(z.string().max(4_096)).min(1).max(10).default(['']).describe('Folders or files; empty for the root'),
    budget_tokens: budgetSchema,
  }),
  async run(reader, { paths }) {
    const found = await Promise.all(paths.map((path) => outlineOf(reader, path.replace(/^\.?\/|\/+$/g, ''))));
    return {
      sections: found.map(({ section }) => section),
      data: { results: found.map(({ data }) => data) },
      paths: [],
    };
  },
});

async function outlineOf(reader: GraphReader, path: string) {
  const [file] = path === '' ? [] : await reader.filesAt(path);
  return file === undefined ? folderOutline(reader, path) : fileOutline(reader, file);
}

async function fileOutline(reader: GraphReader, file: FileRecord) {
  const { items, total } = await reader.inFile(file.id, { from: 1, to: file.lines }, { limit: MOST_SYMBOLS });
  const shown = items.filter(({ label }) => label !== 'Variable').map(symbolElementOf);
  const section: Section = {
    heading: `## ${file.path}  ${file.language}, ${file.lines} lines, ${file.classes} classes, ${file.functions} functions`,
    lines: shown.map((one) => {
      const indent = '  '.repeat(Math.min(6, one.qualified_name.split('.').length - 1));
      return `${indent}${one.line_number}-${one.end_line} ${one.kind} ${one.name}, ${one.callers} callers`;
    }),
    ...(total > items.length ? { more: `${total - items.length} more symbols: read a part of the file` } : {}),
  };
  return { section, data: { path: file.path, lines: file.lines, symbols: shown } };
}

async function folderOutline(reader: GraphReader, path: string) {
  const answer = await repositoryOutline.answer(reader, repositoryOutline.input.parse({ path }));
  const { figures, languages, folders, entry_points: entries, most_called: called, dependencies } = answer;
  const section: Section = {
    heading: `## ${path === '' ? answer.repo_id : `${path}/`}  ${figures.files} files, ${figures.lines} lines, ${figures.classes} classes, ${figures.functions} functions`,
    lines: [
      languages.map(({ language, files, lines }) => `${language} ${files} files ${lines} lines`).join(', '),
      ...folders.map((one) => `${one.path}/  ${one.files} files, ${one.lines} lines, ${one.functions} functions`),
      ...listed('starts at', entries.map(placeOf)),
      ...listed('most called', called.map((one) => `${placeOf(one)}  ${one.callers} callers`)),
      ...listed('imports between folders', dependencies.slice(0, SHOWN_DEPENDENCIES).map(({ from, to, imports }) => `${from === '' ? '.' : from} → ${to === '' ? '.' : to}  ${imports}`)),
    ],
    ...(answer.total > folders.length ? { more: `${answer.total - folders.length} more folders: ask for one of them` } : {}),
  }; // prettier-ignore
  return {
    section,
    data: { path, figures, languages, folders, entry_points: entries, most_called: called, dependencies },
  };
}

function listed(words: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [words, ...lines.map((line) => `  ${line}`)];
}
