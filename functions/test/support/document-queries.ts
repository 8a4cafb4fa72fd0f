/**
 * Every query of the source code, read from its syntax: the collection it asks, its conditions and its order. The
 * emulator answers any query, the deployed database only those with an index, so a test has to know them all.
 *
 *     store.query({ collection: 'jobs', where: [['access', 'in', keys]], orderBy: [['created_at', 'desc']] })
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

/** Names of functions that give a collection's path → its last part, from the template that they return. */
function pathFunctions(files: ts.SourceFile[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) {
      const [statement] = node.body?.statements ?? [];
      const value = statement !== undefined && ts.isReturnStatement(statement) ? statement.expression : undefined;
      const last = value === undefined ? undefined : lastPart(value, found);
      if (last !== undefined) found.set(node.name.text, last);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}

function lastPart(value: ts.Expression, functions: Map<string, string>): string | undefined {
  if (ts.isStringLiteral(value) || ts.isNoSubstitutionTemplateLiteral(value)) return value.text.split('/').at(-1);
  if (ts.isTemplateExpression(value)) {
    const tail = value.templateSpans.at(-1)?.literal.text ?? '';
    return tail.includes('/') ? tail.split('/').at(-1) : undefined;
  }
  if (ts.isCallExpression(value) && ts.isIdentifier(value.expression)) return functions.get(value.expression.text);
  return undefined;
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

function property(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const each of object.properties) {
    if (ts.isPropertyAssignment(each) && each.name.getText() === name) return each.initializer;
    if (ts.isShorthandPropertyAssignment(each) && each.name.text === name) return each.name;
  }
  return undefined;
}

/** Queries, and where there are some that this reading does not understand. */
export function documentQueries(sources: Source[]): { queries: QueryShape[]; unclear: string[] } {
  const files = sources.map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  // Twice: a function may call one that is declared in a later file.
  const functions = new Map([...pathFunctions(files), ...pathFunctions(files)]);
  const queries: QueryShape[] = [];
  const unclear: string[] = [];

  const add = (
    node: ts.Node,
    collection: ts.Expression | undefined,
    where: ts.Expression | undefined,
    orderBy: [string, string][] | undefined,
  ): void => {
    const file = node.getSourceFile();
    const at = `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const path = meant(collection);
    const last = path && lastPart(path, functions);
    const conditions = pairs(meant(where));
    if (last === undefined || conditions === undefined || orderBy === undefined) unclear.push(at);
    else queries.push({ at, collection: last, where: conditions, orderBy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const collection = property(node, 'collection');
      if (collection !== undefined) add(node, collection, property(node, 'where'), pairs(property(node, 'orderBy')));
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'documentPages') {
      add(node, node.arguments[1], node.arguments[2], [['__name__', 'asc']]);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return { queries, unclear };
}
