/**
 * The text of a module with calls to the recorder in it (record.cjs). Text is only put in, never on a new line, so lines
 * stay what they are, and no name is added that the module could see.
 *
 *     function bark(n) { return this.say('wuff', n); }
 *     function bark(n) {__rgw.e(2); return __rgw.x(2,this.say('wuff', __rgw.s(4,n))); }
 *
 * The last argument says the site, since it is the last thing that runs before the call. A call without arguments, or
 * one that ends with `...rest`, spreads an empty list instead: the callee sees as many arguments as before.
 */
'use strict';
const ts = require(process.env.REVIEWGRAPH_WITNESS_TYPESCRIPT);
const { number } = require('./record.cjs');

/** What these do depends on how they are written. */
const WRITTEN = new Set(['require', 'eval']);
/** Test runners look for calls of these in the text, and move them. */
const MOVED = new Set(['jest', 'vi', 'vitest']);
/** Methods that run without a call being written; what runs after them is the caller's again. */
const IMPLICIT = new Set(['next', 'return', 'valueOf', 'toString', 'toJSON', 'then']);

/** Others run in their place, and give a value back. */
const SUSPENDS = new Set([
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.YieldExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
]);
/** Their block goes on after an iterator, or after a call that threw. */
const GOES_ON = new Set([ts.SyntaxKind.ForOfStatement, ts.SyntaxKind.ForInStatement, ts.SyntaxKind.CatchClause]);

const KINDS = { ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, mts: ts.ScriptKind.TS, cts: ts.ScriptKind.TS };

/**
 * `placeOf` gives the repository's `{ path, line, column }` of a place in the text, all from 0, or undefined for text
 * that a tool has added. `wrapped`: the text is one function around the module.
 */
function instrument(text, { file, script, path, placeOf, wrapped }) {
  const kind = KINDS[/\.(\w+)$/.exec(file)?.[1] ?? ''] ?? ts.ScriptKind.JSX;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  if (source.parseDiagnostics.length > 0) return undefined;
  const module = number(script, 'f', path, 0, 0);
  const state = { source, script, placeOf, edits: [], module, modules: new Map([[path, module]]) };
  if (!wrapped) putFirst(state, undefined, `__rgw.b(${state.module});`);
  for (const statement of source.statements) visit(state, statement, state.module);
  return applied(text, state.edits);
}

/** At one place, what ends there stands before what begins there, and inner ends before outer ones. */
function putIn(state, at, order, text) {
  state.edits.push({ at, order, text, made: state.edits.length });
}

function around(state, node, before, after) {
  const [start, end] = [node.getStart(state.source), node.end];
  putIn(state, start, 1e9 - (end - start), before);
  putIn(state, end, -1e9 + (end - start), after);
}

function applied(text, edits) {
  edits.sort((a, b) => a.at - b.at || a.order - b.order || a.made - b.made);
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.at) + edit.text;
    at = edit.at;
  }
  return out + text.slice(at);
}

function rowOf(state, position) {
  const { line, character } = state.source.getLineAndCharacterOfPosition(position);
  return state.placeOf(line, character);
}

function visit(state, node, fn) {
  if (isNoCode(node)) return;
  let inner = fn;
  if (isFunction(node)) inner = enterFunction(state, node, fn);
  else if (ts.isClassLike(node)) inner = enterClass(state, node, fn);
  else if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(state, node, fn);
  else if (SUSPENDS.has(node.kind)) around(state, node, `__rgw.x(${fn},`, ')');
  else if (GOES_ON.has(node.kind)) goOn(state, ts.isCatchClause(node) ? node.block : node.statement, fn);
  ts.forEachChild(node, (child) => visit(state, child, inner));
}

function isNoCode(node) {
  if (ts.isTypeNode(node) || ts.isEnumDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  return node.modifiers?.some((one) => one.kind === ts.SyntaxKind.DeclareKeyword) === true;
}

function goOn(state, block, fn) {
  if (ts.isBlock(block)) putIn(state, block.getStart(state.source) + 1, 0, `__rgw.b(${fn});`);
}

function isFunction(node) {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Number of the function, or that of the code around for what a tool has added. */
function enterFunction(state, node, fn) {
  const { body } = node;
  const place = rowOf(
    state,
    ts.isArrowFunction(node) ? node.equalsGreaterThanToken.getStart(state.source) : body.getStart(state.source),
  );
  if (place === undefined) {
    if (ts.isBlock(body)) putFirst(state, body, `__rgw.b(${fn});`);
    return fn;
  }
  const own = number(state.script, 'f', place.path, place.line + 1, place.column);
  for (const parameter of node.parameters) restoreAfterDefaults(state, parameter);
  if (!ts.isBlock(body)) {
    around(state, body, `(__rgw.e(${own}),`, ')');
  } else if (isImplicit(node)) {
    putFirst(state, body, `const __rgc=__rgw.c();__rgw.e(${own});try{`);
    putIn(state, body.end - 1, 1e9, '}finally{__rgw.r(__rgc)}');
  } else {
    const says = node.asteriskToken !== undefined && sayAtCall(state, node, own) ? 'b' : 'e';
    putFirst(state, body, `__rgw.${says}(${own});`);
  }
  return own;
}

/** A generator's body runs at the first `next()`, its parameters at the call: one more takes the rest, and says so. */
function sayAtCall(state, { body, parameters }, own) {
  const start = body.getStart(state.source) + 1;
  if (parameters.at(-1)?.dotDotDotToken !== undefined || afterDirectives(state.source, body) !== start) return false;
  const taken = `...{[__rgw.e(${own})]:__rgv}`;
  if (parameters.length > 0) putIn(state, parameters.at(-1).end, 1e9, `,${taken}`);
  else putIn(state, parameters.pos, 0, taken);
  return true;
}

function isImplicit(node) {
  if (ts.isAccessor(node)) return true;
  if (!ts.isMethodDeclaration(node) || node.asteriskToken !== undefined) return false;
  if (node.modifiers?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword)) return false;
  return ts.isComputedPropertyName(node.name) || (ts.isIdentifier(node.name) && IMPLICIT.has(node.name.text));
}

/** A default value may call; the function's own caller is still who called it. */
function restoreAfterDefaults(state, node) {
  const value = node.initializer;
  if (value !== undefined && !isFunction(value) && !ts.isClassLike(value) && callsIn(value))
    around(state, value, '__rgw.d(__rgw.h(),', ')');
  if (ts.isParameter(node) || ts.isBindingElement(node)) {
    if (!ts.isIdentifier(node.name)) for (const part of node.name.elements) restoreAfterDefaults(state, part);
  }
}

function callsIn(node) {
  if (isFunction(node) || ts.isTypeNode(node)) return false;
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) return true;
  return ts.forEachChild(node, (child) => callsIn(child) || undefined) === true;
}

/** A class that writes no constructor says with a private field that it is built. */
function enterClass(state, node, fn) {
  const constructs = node.members.some((one) => ts.isConstructorDeclaration(one));
  const derived = node.heritageClauses?.some((one) => one.token === ts.SyntaxKind.ExtendsKeyword) === true;
  const opening = node.getChildren(state.source).find((child) => child.kind === ts.SyntaxKind.OpenBraceToken);
  const place = opening === undefined ? undefined : rowOf(state, opening.getStart(state.source));
  if (place === undefined || constructs) return fn;
  const own = number(state.script, 'f', place.path, place.line + 1, place.column);
  putIn(state, opening.end, 0, `#__rgw=__rgw.${derived ? 'k' : 'e'}(${own});`);
  return own;
}

function visitCall(state, node, fn) {
  const callee = node.expression;
  if (callee.kind === ts.SyntaxKind.ImportKeyword || MOVED.has(rootOf(callee))) return;
  if (ts.isIdentifier(callee) && WRITTEN.has(callee.text)) return;
  const name = lastNameOf(callee);
  const isName = ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || name.kind === ts.SyntaxKind.SuperKeyword;
  const place = rowOf(state, isName ? name.getStart(state.source) : callee.end);
  if (place !== undefined) {
    const caller = fn === state.module ? moduleOf(state, place.path) : fn;
    markSite(state, node, number(state.script, 's', caller, place.line + 1, place.column));
  }
  const chained = (node.flags & ts.NodeFlags.OptionalChain) !== 0;
  const outer = chained ? chainOf(node) : node;
  if (outer !== undefined) around(state, outer, `__rgw.x(${fn},`, ')');
}

/** Compiled text may hold several files. */
function moduleOf(state, path) {
  const known = state.modules.get(path);
  if (known !== undefined) return known;
  const made = number(state.script, 'f', path, 0, 0);
  state.modules.set(path, made);
  return made;
}

function markSite(state, node, site) {
  const { arguments: list } = node;
  const last = list?.at(-1);
  if (list === undefined) putIn(state, node.end, -1e9, `(...__rgw.z(${site}))`);
  else if (last === undefined) putIn(state, node.end - 1, 0, `...__rgw.z(${site})`);
  else if (ts.isSpreadElement(last)) putIn(state, last.end, 1e8, `,...__rgw.z(${site})`);
  else around(state, last, `__rgw.s(${site},`, ')');
}

/** The whole of `a?.b(c).d`, once: undefined where the call is not the chain's last, or the chain cannot be wrapped. */
function chainOf(node) {
  let at = node;
  for (;;) {
    const { parent } = at;
    const goes = (parent.flags & ts.NodeFlags.OptionalChain) !== 0 && parent.expression === at;
    if (!goes) break;
    if (ts.isCallExpression(parent)) return undefined;
    at = parent;
  }
  const { parent } = at;
  return ts.isNonNullExpression(parent) || ts.isDeleteExpression(parent) ? undefined : at;
}

function rootOf(callee) {
  let at = callee;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at))
    at = at.expression;
  return ts.isIdentifier(at) ? at.text : '';
}

/** `(0, module.bark)(x)` is how tools write a call of an imported name. */
function lastNameOf(callee) {
  let at = callee;
  for (;;) {
    if (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
    else if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.CommaToken) at = at.right;
    else break;
  }
  return ts.isPropertyAccessExpression(at) ? at.name : at;
}

/** Before the first statement of a block or of the file, behind its directives, which may lack their semicolon. */
function putFirst(state, block, text) {
  const at = afterDirectives(state.source, block);
  putIn(state, at, 0, at === startOf(state.source, block) ? text : `;${text}`);
}

function startOf(source, block) {
  return block === undefined ? (ts.getShebang(source.text) ?? '').length : block.getStart(source) + 1;
}

function afterDirectives(source, block) {
  let at = startOf(source, block);
  for (const statement of (block ?? source).statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
    at = statement.end;
  }
  return at;
}

module.exports = { instrument };
