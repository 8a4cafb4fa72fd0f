/**
 * Calls in TypeScript and JavaScript as TypeScript's own checker sees them: a call is pinned when the signature it takes
 * is that of a named function, method or class of the same folder. Where the checker only knows a function type (a
 * callback, an `any`) or a declaration file of the folder, it says nothing, and neither side is judged there.
 */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import type { PlacedCall } from './folder-graph.ts';

export interface CheckedCalls {
  pinned: PlacedCall[];
  /** `path:line` where the checker follows every call, into the folder or out of it. */
  judged: Set<string>;
}

export function typescriptCalls(folder: string, paths: string[]): CheckedCalls {
  const files = paths.map((path) => join(folder, path));
  const program = ts.createProgram(files, { ...optionsOf(folder), allowJs: true, noEmit: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const ours = new Set(files);
  const out: CheckedCalls = { pinned: [], judged: new Set() };
  const open = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!ours.has(source.fileName)) continue;
    const path = relative(folder, source.fileName).split(sep).join('/');
    const visit = (node: ts.Node): void => {
      if (isCall(node)) {
        const callee = calleeOf(node);
        const line = lineOf(source, lastNameOf(callee).getStart(source));
        const targets = targetsOf(checker, node, callee);
        if (targets.length === 0 || targets.some((target) => isOnlyDeclared(target, ours))) open.add(`${path}:${line}`);
        else out.judged.add(`${path}:${line}`);
        for (const target of targets) {
          const place = placeOf(target);
          if (place === undefined || !ours.has(place.file) || isOnlyDeclared(target, ours)) continue;
          const toPath = relative(folder, place.file).split(sep).join('/');
          out.pinned.push({ path, line, toPath, toLine: place.line, to: place.name });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  for (const site of open) out.judged.delete(site);
  return out;
}

/** In a declaration file of the folder: what runs stands in code that the checker did not look at. */
function isOnlyDeclared(target: ts.Node, ours: ReadonlySet<string>): boolean {
  const source = target.getSourceFile();
  return source.isDeclarationFile && ours.has(source.fileName);
}

function optionsOf(folder: string): ts.CompilerOptions {
  const file = join(folder, 'tsconfig.json');
  const base: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
  };
  if (!existsSync(file)) return base;
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config?: unknown };
  return { ...base, ...ts.parseJsonConfigFileContent(config ?? {}, ts.sys, folder).options };
}

/** An element calls its component. */
type Call =
  | ts.CallExpression
  | ts.NewExpression
  | ts.TaggedTemplateExpression
  | (ts.JsxOpeningLikeElement & { tagName: ts.Expression });

function isCall(node: ts.Node): node is Call {
  if (ts.isJsxOpeningLikeElement(node)) return ts.isExpression(node.tagName) && !isIntrinsic(node.tagName);
  return ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node);
}

/** `<div>` is no component. */
function isIntrinsic(name: ts.Expression): boolean {
  return ts.isIdentifier(name) && /^[a-z]/.test(name.text);
}

function calleeOf(node: Call): ts.Expression {
  if ('tagName' in node) return node.tagName;
  return ts.isTaggedTemplateExpression(node) ? node.tag : node.expression;
}

function lastNameOf(callee: ts.Expression): ts.Node {
  return ts.isPropertyAccessExpression(callee) ? callee.name : callee;
}

/** The declarations that may run: one, or one of each class of a union; none when the checker does not know. */
function targetsOf(checker: ts.TypeChecker, node: Call, callee: ts.Expression): ts.Node[] {
  if (isUnknownCallee(callee)) return [];
  const named = namedAt(checker, lastNameOf(callee));
  const declared = checker.getResolvedSignature(node)?.declaration;
  if (declared === undefined && !ts.isNewExpression(node)) return [];
  if (named.length === 0 && ts.isNewExpression(node)) named.push(...builtBy(checker, node));
  if (named.length === 0) return declared !== undefined && isNamedCallable(declared) ? [declared] : [];
  return onePerClass(checker, callee, named);
}

/** What the checker says nothing of: it knows `call` and `apply`, not the function that they run. */
function isUnknownCallee(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword || callee.kind === ts.SyntaxKind.SuperKeyword) return true;
  return ts.isPropertyAccessExpression(callee) && /^(call|apply)$/.test(callee.name.text);
}

function namedAt(checker: ts.TypeChecker, name: ts.Node): ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations?.filter(isNamedCallable) ?? [];
}

/** Of overloads the one with a body; of a union's members one in each class. */
function onePerClass(checker: ts.TypeChecker, callee: ts.Expression, named: ts.Declaration[]): ts.Node[] {
  const isUnion = ts.isPropertyAccessExpression(callee) && checker.getTypeAtLocation(callee.expression).isUnion();
  const homes = isUnion ? new Set(named.map(({ parent }) => parent)) : [undefined];
  return [...homes].flatMap((home) => {
    const here = named.filter(({ parent }) => home === undefined || parent === home);
    return here.find((one) => 'body' in one && one.body !== undefined) ?? here[0] ?? [];
  });
}

/** The class of a new object: the signature is that of a base where the class writes no constructor. */
function builtBy(checker: ts.TypeChecker, node: ts.NewExpression): ts.Declaration[] {
  return checker.getTypeAtLocation(node).symbol?.declarations?.filter(ts.isClassDeclaration) ?? [];
}

function isNamedCallable(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    const value = node.initializer;
    return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
  }
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isClassDeclaration(node) ||
    ts.isConstructorDeclaration(node)
  );
}

function placeOf(node: ts.Node): { file: string; line: number; name: string } | undefined {
  // Like the graph, building means the class.
  const shown = ts.isConstructorDeclaration(node) ? node.parent : node;
  const name = ts.getNameOfDeclaration(shown as ts.Declaration);
  const source = shown.getSourceFile();
  if (name === undefined) return undefined;
  return { file: source.fileName, line: lineOf(source, name.getStart(source)), name: name.getText(source) };
}

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
