/**
 * Which Go files a plain Linux machine builds: what `//go:build` and the ends of their names say.
 *
 *     x_windows.go                       not built
 *     //go:build linux && !race          built
 */
import type { FileFacts } from '../../model/facts.ts';

const BUILT: ReadonlySet<string> = new Set(['linux', 'unix', 'amd64', 'cgo', 'gc']);
const PLATFORMS: ReadonlySet<string> = new Set([
  ...[
    'aix',
    'android',
    'darwin',
    'dragonfly',
    'freebsd',
    'illumos',
    'ios',
    'js',
    'linux',
    'netbsd',
    'openbsd',
    'plan9',
  ],
  ...['solaris', 'wasip1', 'windows', '386', 'amd64', 'arm', 'arm64', 'loong64', 'mips', 'mips64', 'ppc64', 'ppc64le'],
  ...['riscv64', 's390x', 'wasm'],
]);

/** Whether a file is built by default. */
export function isBuilt({ imports, path }: FileFacts): boolean {
  const parts = (/([^/]+?)(?:_test)?\.go$/.exec(path)?.[1] ?? '').split('_').slice(1);
  if (parts.slice(-2).some((part) => PLATFORMS.has(part) && !BUILT.has(part))) return false;
  const line = imports.find((fact) => fact.form === 'build')?.source;
  return line === undefined || holds(line.replace(/^\/\/go:build/, ''));
}

/** `!a && (b || c)`: words that are no tags of the platform do not hold. */
function holds(expression: string): boolean {
  const tokens = expression.match(/[\w.]+|&&|\|\||[!()]/g) ?? [];
  let at = 0;
  const unary = (): boolean => {
    const token = tokens[at++];
    if (token === '!') return !unary();
    if (token !== '(') return token !== undefined && (BUILT.has(token) || /^go1\.\d+$/.test(token));
    const inner = either();
    at++;
    return inner;
  };
  const both = (): boolean => {
    let result = unary();
    while (tokens[at] === '&&') {
      at++;
      result = unary() && result;
    }
    return result;
  };
  const either = (): boolean => {
    let result = both();
    while (tokens[at] === '||') {
      at++;
      result = both() || result;
    }
    return result;
  };
  return either();
}
