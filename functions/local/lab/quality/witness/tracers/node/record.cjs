/**
 * What instrumented code calls while it runs: `globalThis.__rgw`, with functions of one letter since they stand in every
 * call. One JSON list a line goes to one file a thread, each written at once: a test runner may kill its workers.
 *
 *     ["f", 1, "src/a.ts", 12, 4]        function 1: path, line, column of a place inside its header or body's start
 *     ["s", 4, 1, 14, 8]                 call site 4 in function 1 ran: line and column of the callee's name
 *     ["c", 1, 4, 2, "direct", ""]       function 1 called function 2 at site 4 (0: no call is written)
 *     ["o", 4]                           site 4 called something outside the repository
 *
 * A function on line 0 is its file. Ways: direct, implicit (a getter, an operator, a loop), outside (called by code that
 * is not the repository's), runtime (the same, with nothing of the repository around).
 *
 * A call says which site it is right before it runs (`pending`), and clears that when it returns. The function that
 * begins next takes what is pending. Whether it was really the callee, and no callback of it, a stack of V8 tells once.
 */
'use strict';
const { openSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');

const STACK = 40;
const EMPTY = Object.freeze([]);

let handle = -1;
/** Rows of functions and sites by number, until they are written. */
const rows = [undefined];
const written = new Set();
const outside = new Set();
/** Number of a function or site → the script it stands in, as V8 names it. */
const scriptOf = [''];
const scripts = new Set();
/** Function → who was seen to call it: the site, or the caller's number below zero. */
const seen = new Map();

let pending = 0;
let current = 0;

function write(row) {
  if (handle < 0) {
    const name = `node-${process.pid}-${threadId}-${process.hrtime.bigint()}.ndjson`;
    handle = openSync(join(process.env.REVIEWGRAPH_WITNESS_OUT, name), 'a', 0o600);
  }
  writeSync(handle, `${JSON.stringify(row)}\n`);
}

function need(item) {
  if (item === 0 || written.has(item)) return;
  written.add(item);
  const row = rows[item];
  if (row[0] === 's') need(row[2]);
  write(row);
}

/** The site that is pending after its call began no function of the repository. */
function left() {
  const site = pending;
  pending = 0;
  if (outside.has(site)) return;
  outside.add(site);
  need(site);
  write(['o', site]);
}

/** Reserves a number; `row` without it. */
function number(script, kind, ...row) {
  scripts.add(script);
  scriptOf.push(script);
  rows.push([kind, rows.length, ...row]);
  return rows.length - 1;
}

const scriptName = (name) => (name ?? '').replace(/^file:\/\//, '').replace(/[?#].*$/, '');

function callers() {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = STACK;
  Error.prepareStackTrace = (_error, frames) => frames;
  const held = {};
  Error.captureStackTrace(held, runtime.e);
  const frames = held.stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return Array.isArray(frames) ? frames : [];
}

function record(fn, site, by) {
  need(fn);
  // The first frame is the function itself.
  const frames = callers()
    .slice(1)
    .map((frame) =>
      frame.isAsync() ? undefined : scriptName(frame.getScriptNameOrSourceURL() ?? frame.getFileName()),
    );
  const caller = site === 0 ? by : rows[site][2];
  const home = scriptOf[site === 0 ? by : site];
  const [first] = frames;
  if (first !== undefined && first !== '' && scripts.has(first)) {
    if (first !== home) return write(['c', 0, 0, fn, 'runtime', 'unattributed']);
    need(site === 0 ? by : site);
    return write(['c', caller, site, fn, site === 0 ? 'implicit' : 'direct', '']);
  }
  const around = frames.slice(0, frames.indexOf(undefined) < 0 ? STACK : frames.indexOf(undefined));
  const nearest = around.find((name) => scripts.has(name));
  if (nearest === undefined || nearest !== home) return write(['c', 0, 0, fn, 'runtime', '']);
  need(site === 0 ? by : site);
  return write(['c', caller, site, fn, 'outside', '']);
}

const runtime = {
  number,
  /** A site is about to be called; gives its last argument back. */
  s(site, value) {
    pending = site;
    if (!written.has(site)) need(site);
    return value;
  },
  /** The same for a call without arguments. */
  z(site) {
    pending = site;
    if (!written.has(site)) need(site);
    return EMPTY;
  },
  /** A call, `await` or `yield` gave a value back to this function. */
  x(fn, value) {
    if (pending !== 0) left();
    current = fn;
    return value;
  },
  /** A block of this function goes on after what may have run others: a loop's body, a `catch`. */
  b(fn) {
    pending = 0;
    current = fn;
  },
  /** A function begins. */
  e(fn) {
    const site = pending;
    const by = current;
    pending = 0;
    current = fn;
    let known = seen.get(fn);
    if (known === undefined) seen.set(fn, (known = new Set()));
    const key = site === 0 ? -by : site;
    if (known.has(key)) return;
    known.add(key);
    record(fn, site, by);
  },
  /** An object of a derived class without a constructor is there: its own, unless a base's was the callee. */
  k(fn) {
    if (pending !== 0) runtime.e(fn);
  },
  /** Who runs, for `r` when an accessor or an operator's method ends. */
  c: () => current,
  r(fn) {
    current = fn;
  },
  /** Around default values of parameters, which run before the function's first statement. */
  h: () => [pending, current],
  d([site, by], value) {
    pending = site;
    current = by;
    return value;
  },
};

/** Each realm of `vm` has globals of its own. */
function installIn(globals) {
  if (!Object.hasOwn(globals, '__rgw'))
    Object.defineProperty(globals, '__rgw', { value: runtime, enumerable: false, configurable: true, writable: true });
}

module.exports = { installIn, number, scriptName };
