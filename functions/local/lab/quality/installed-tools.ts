/**
 * References that are programs of their own, used when they are on PATH: callgraph (golang.org/x/tools), universal-ctags,
 * gocyclo, radon, lizard. What they print becomes places; a tool that is missing, or that fails, leaves its rows out.
 */
import { spawnSync } from 'node:child_process';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';

export interface Scored {
  path: string;
  line: number;
  /** Where the tool tells it. */
  endLine?: number;
  /** '' when the tool gives none: then the only function of that line is meant. */
  name: string;
  complexity: number;
}

export interface Tagged {
  path: string;
  line: number;
  name: string;
  label: 'Class' | 'Function';
}

/** Standard output, or undefined when there is no such program or it failed without printing anything. */
function run(program: string, args: string[], cwd: string): string | undefined {
  const { error, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 30 });
  return error !== undefined || stdout.trim() === '' ? undefined : stdout;
}

function relativeTo(folder: string, file: string): string {
  return relative(folder, join(folder, relative(folder, file)))
    .split(sep)
    .join('/');
}

/**
 * Static calls of a Go module, one per line: `/m/a.go:12 /m/b.go:7:6`. Positions of the callee are those of its name;
 * what callgraph makes itself (wrappers, init) has none.
 */
export function goCalls(folder: string): { path: string; line: number; toPath: string; toLine: number }[] | undefined {
  const format = '{{.Filename}}:{{.Line}} {{.Callee.Prog.Fset.Position .Callee.Pos}}';
  const out = run('callgraph', ['-algo=static', '-test', `-format=${format}`, './...'], folder);
  return out?.split('\n').flatMap((row) => {
    const [, from = '', line = '', to = '', toLine = ''] = /^(.+):(\d+) (.+):(\d+):\d+$/.exec(row) ?? [];
    if (to === '' || !to.startsWith(folder) || !from.startsWith(folder)) return [];
    const [path, toPath] = [relativeTo(folder, from), relativeTo(folder, to)];
    return [{ path, line: Number(line), toPath, toLine: Number(toLine) }];
  });
}

const tagSchema = z.object({
  name: z.string(),
  path: z.string(),
  line: z.int().optional(),
  kind: z.string().optional(),
});
const FUNCTIONS = new Set([
  'function',
  'method',
  'func',
  'singletonMethod',
  'subroutine',
  'fn',
  'getter',
  'setter',
  'generator',
  'methodSpec',
]);
const CLASSES = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'record',
  'object',
  'union',
  'annotation',
  'type',
]);

/** `{"_type": "tag", "name": "bark", "path": "a.py", "line": 3, "kind": "member"}`, one per line. */
export function ctags(folder: string, paths: string[]): Tagged[] | undefined {
  if (run('ctags', ['--version'], folder)?.startsWith('Universal Ctags') !== true) return undefined;
  const args = ['--output-format=json', '--fields=+nK', '--links=no', '-f', '-', ...paths];
  return run('ctags', args, folder)
    ?.split('\n')
    .flatMap((row): Tagged[] => {
      const tag = row === '' ? undefined : tagSchema.safeParse(JSON.parse(row)).data;
      if (
        tag?.line === undefined ||
        tag.kind === undefined ||
        /^(__anon|anon|<lambda>|AnonymousFunction|AnonymousClass)/.test(tag.name)
      )
        return [];
      const kind = tag.kind === 'member' && paths.some((path) => path.endsWith('.py')) ? 'method' : tag.kind;
      const label = FUNCTIONS.has(kind) ? 'Function' : CLASSES.has(kind) ? 'Class' : undefined;
      return label === undefined ? [] : [{ path: tag.path, line: tag.line, name: lastName(tag.name).trim(), label }];
    });
}

/** `12 cobra (*Command).Execute command.go:40:1`, one per line. */
export function gocyclo(folder: string): Scored[] | undefined {
  return run('gocyclo', ['.'], folder)
    ?.split('\n')
    .flatMap((row) => {
      const [, score = '', name = '', path = '', line = ''] = /^(\d+) \S+ (.+) (\S+):(\d+):\d+$/.exec(row) ?? [];
      return score === '' ? [] : [{ path, line: Number(line), name: lastName(name), complexity: Number(score) }];
    });
}

const radonSchema = z.record(
  z.string(),
  z.union([
    z.array(z.object({ type: z.string(), name: z.string(), lineno: z.int(), complexity: z.int() })),
    z.object({ error: z.string() }),
  ]),
);

/** `{"a.py": [{"type": "method", "name": "bark", "lineno": 3, "complexity": 2, …}]}` */
export function radon(folder: string): Scored[] | undefined {
  const out = run('radon', ['cc', '--json', '.'], folder);
  if (out === undefined) return undefined;
  return Object.entries(radonSchema.parse(JSON.parse(out))).flatMap(([path, blocks]) =>
    'error' in blocks
      ? []
      : blocks
          .filter(({ type }) => type !== 'class')
          .map(({ name, lineno, complexity }) => ({ path, line: lineno, name, complexity })),
  );
}

/** `nloc,ccn,tokens,parameters,length,"f@3-9@./a.c","./a.c","f","f( int x )",3,9`, one per line. */
export function lizard(folder: string, paths: string[]): Scored[] | undefined {
  return run('lizard', ['--csv', ...paths], folder)
    ?.split('\n')
    .flatMap((row) => {
      const pattern = /^\d+,(\d+),\d+,\d+,\d+,"(?:[^"]|"")*","([^"]*)","((?:[^"]|"")*)","(?:[^"]|"")*",(\d+),(\d+)/;
      const [, score = '', path = '', name = '', line = '', endLine = ''] = pattern.exec(row) ?? [];
      if (score === '') return [];
      const place = { path: path.replace(/^\.\//, ''), line: Number(line), endLine: Number(endLine) };
      return [{ ...place, name: lastName(name), complexity: Number(score) }];
    });
}

/** `(*Command).Execute`, `Outer::inner`, `M:f` → the last name; `A::operator std::string` → `operator std::string`. */
function lastName(name: string): string {
  const conversion = /(?:^|[.:])(operator\s.*)$/s.exec(name)?.[1];
  return conversion ?? name.split(/[.:]+/).at(-1) ?? name;
}
