/** Objects written as literals in JavaScript and TypeScript: what `this` is in their functions and what their members are. */
import { runCases } from './cases.ts';

runCases('Object literals', [
  {
    it: 'are this in their getters and setters too',
    files: {
      'a.js': `module.exports = {
  get host() { return this.get('Host'); },
  set host(value) { this.set('Host', value); },
  get(field) {},
  set(field, value) {},
};
`,
    },
    calls: ['a.js#host() -> a.js#get', 'a.js#host(_) -> a.js#set'],
    only: true,
  },
  {
    it: 'keep their own members whatever is stored under names that nobody knows',
    files: {
      'a.js': `const commands = { run() {}, stop() {} };
function other() {}
export function add(name) { commands[name] = other; }
export function f() { commands.run(); commands['stop'](); }
export function g() { commands.later(); }
`,
    },
    calls: ['a.js#f -> a.js#commands.run', 'a.js#f -> a.js#commands.stop', 'a.js#g -> a.js#other'],
    only: true,
  },
]);
