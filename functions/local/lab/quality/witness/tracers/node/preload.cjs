/**
 * Node runs this before a program (NODE_OPTIONS=--require): modules of the repository are instrumented as they are
 * loaded, by whatever loads them. Modules of Node's own loaders are caught there, after the transpilers that a test
 * runner has put in front of them; those of runners that evaluate text themselves (Vitest, Jest) are caught in `vm`.
 */
'use strict';
const { readFileSync, realpathSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { isAbsolute, join } = require('node:path');
const vm = require('node:vm');

const MARK = '__rgw.';
const root = process.env.REVIEWGRAPH_WITNESS_ROOT ?? '';
const out = process.env.REVIEWGRAPH_WITNESS_OUT;

if (out !== undefined && root !== '') {
  if (typeof Module.registerHooks === 'function') start();
  else
    writeFileSync(
      join(out, `node-${process.pid}.refused`),
      `Node 22.15 or newer is needed to trace; this is ${process.version}.`,
    );
}

function start() {
  const { instrument } = require('./instrument.cjs');
  const { installIn, scriptName } = require('./record.cjs');
  const { sourceMapOf } = require('./source-map.cjs');
  const paths = new Map(
    JSON.parse(readFileSync(process.env.REVIEWGRAPH_WITNESS_FILES, 'utf8')).map((path) => [join(root, path), path]),
  );
  const inside = (file) => isAbsolute(file) && file.startsWith(join(root, '/')) && !file.includes('/node_modules/');

  /** The text, instrumented where it is of the repository; `shift` is what stands before the module on its first line. */
  const watched = (text, name, { wrapped = false, shift = 0 } = {}) => {
    const file = resolved(scriptName(name));
    if (!inside(file) || text.includes(MARK)) return text;
    try {
      const placeOf = placesOf(text, file, shift);
      if (placeOf === undefined) return text;
      const path = paths.get(file) ?? '';
      return instrument(text, { file, script: scriptName(name), path, placeOf, wrapped }) ?? text;
    } catch (error) {
      if (process.env.REVIEWGRAPH_WITNESS_DEBUG) console.error(name, error);
      return text;
    }
  };

  const placesOf = (text, file, shift) => {
    const original = sourceMapOf(text, file);
    const own = paths.get(file);
    if (original === undefined) {
      return own === undefined
        ? undefined
        : (line, column) => ({ path: own, line, column: line === 0 ? column - shift : column });
    }
    return (line, column) => {
      const found = original(line, line === 0 ? column - shift : column);
      const path = found === undefined ? undefined : paths.get(resolved(found.file));
      return path === undefined ? undefined : { path, line: found.line, column: found.column };
    };
  };

  installIn(globalThis);
  hookLoaders(watched);
  hookVm(watched, installIn);
}

function resolved(file) {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

function hookLoaders(watched) {
  Module.registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const { format, source } = loaded;
      if (!url.startsWith('file:') || source === null || source === undefined) return loaded;
      if (format !== 'module' && format !== 'module-typescript') return loaded;
      const text = typeof source === 'string' ? source : Buffer.from(source).toString('utf8');
      return { ...loaded, source: watched(text, decodeURIComponent(url)) };
    },
  });
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, filename, ...rest) {
    return compile.call(this, typeof content === 'string' ? watched(content, filename) : content, filename, ...rest);
  };
}

function hookVm(watched, installIn) {
  const nameOf = (options) => (typeof options === 'string' ? options : (options?.filename ?? ''));
  const settings = (options) => ({ wrapped: true, shift: Math.max(0, -(options?.columnOffset ?? 0)) });
  const { Script, SourceTextModule, createContext, compileFunction, runInThisContext } = vm;
  const watching = (Class) =>
    class extends Class {
      constructor(code, options) {
        super(typeof code === 'string' ? watched(code, nameOf(options), settings(options)) : code, options);
      }
    };
  Object.defineProperty(watching, 'name', { value: 'Script' });
  vm.Script = watching(Script);
  if (SourceTextModule !== undefined) {
    vm.SourceTextModule = class extends SourceTextModule {
      constructor(code, options) {
        super(watched(code, options?.identifier ?? ''), options);
      }
    };
  }
  vm.createContext = (object, ...rest) => {
    const context = createContext(object, ...rest);
    if (context !== null && typeof context === 'object') installIn(context);
    return context;
  };
  vm.compileFunction = (code, parameters, options) =>
    compileFunction(watched(code, nameOf(options)), parameters, options);
  vm.runInThisContext = (code, options) => runInThisContext(watched(code, nameOf(options), settings(options)), options);
  Module.syncBuiltinESMExports();
}
