/**
 * Every query of the source code, read from its syntax: the collection it asks, its conditions and its order. The
 * emulator answers any query, the deployed database only those with an index, so a test has to know them all.
 *
 *     const jobs = collection('jobs/{job_id}', …);
 *     jobs.query(store, {}, { where: [['access', 'in', keys]], orderBy: [['created_at', 'desc']] })
 *     → { collection: 'jobs', where: [['access', 'in']], orderBy: [['created_at', 'desc']] }
 */
import ts from 'typescript';

export interface QueryShape {
  /** `path:line` */
  at: string;
  /** The last part of the collection's path. */
  collection: string;
  where: [field: string, op: string][];
  orderBy: [field: string, direction: string][];
}

export interface Source {
  path: string;
  text: string;
}

/** Names of collections → the last part of their paths: of `jobs/{job_id}/shards/{shard}` it is `shards`. */
function collectionsIn(files: ts.SourceFile[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const call = node.initializer;
      const [template] = ts.isCallExpression(call) && call.expression.getText() === 'collection' ? call.arguments : [];
      if (template !== undefined && ts.isStringLiteral(template)) {
        found.set(node.name.text, template.text.split('/').at(-2) ?? '');
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}

/** `import { jobs as storedJobs }` → storedJobs is jobs, in this file. */
function renamed(file: ts.SourceFile, name: string): string {
  let original = name;
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && node.name.text === name) original = node.propertyName?.text ?? name;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return original;
}

/** What a name stands for, when one `const` of the file says so; else the expression itself. */
function meant(value: ts.Expression | undefined): ts.Expression | undefined {
  if (value === undefined || !ts.isIdentifier(value)) return value;
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    const named = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === value.text;
    if (named && node.initializer !== undefined) found.push(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(value.getSourceFile());
  return found.length === 1 ? found[0] : value;
}

/** The first two members of each pair; undefined when one is no literal. */
function pairs(list: ts.Expression | undefined): [string, string][] | undefined {
  if (list === undefined) return [];
  if (!ts.isArrayLiteralExpression(list)) return undefined;
  const all: [string, string][] = [];
  for (const element of list.elements) {
    if (!ts.isArrayLiteralExpression(element)) return undefined;
    const [field, word] = element.elements;
    if (field === undefined || word === undefined || !ts.isStringLiteral(field) || !ts.isStringLiteral(word)) {
      return undefined;
    }
    all.push([field.text, word.text]);
  }
  return all;
}

function property(object: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  for (const each of object.properties) {
    if (ts.isPropertyAssignment(each) && each.name.getText() === name) return each.initializer;
    if (ts.isShorthandPropertyAssignment(each) && each.name.text === name) return each.name;
  }
  return undefined;
}

const PAGERS = ['pages', 'readablePages'];

/** Queries, and where there are some that this reading does not understand. */
export function documentQueries(sources: Source[]): { queries: QueryShape[]; unclear: string[] } {
  const files = sources.map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  const collections = collectionsIn(files);
  const queries: QueryShape[] = [];
  const unclear: string[] = [];

  const add = (
    node: ts.Node,
    name: string,
    where: [string, string][] | undefined,
    orderBy: [string, string][] | undefined,
  ): void => {
    const file = node.getSourceFile();
    const at = `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const collection = collections.get(renamed(file, name));
    if (collection === undefined || where === undefined || orderBy === undefined) unclear.push(at);
    else queries.push({ at, collection, where, orderBy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const [, , asked] = node.arguments;
      if (name.text === 'query') {
        const given = meant(asked);
        add(node, expression.getText(), pairs(meant(property(given, 'where'))), pairs(property(given, 'orderBy')));
      } else if (PAGERS.includes(name.text)) {
        add(node, expression.getText(), pairs(meant(asked)), [['__name__', 'asc']]);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return { queries, unclear };
}
