/** TypeScript's types that are told by other types and values: `App['scene']`, `Dogs[number]`, `typeof settings`. */
import { runCases } from './cases.ts';

const LIB = `function make() { return new Scene(); }
export class Scene { draw() {} }
export class App { scene!: Scene; scenes: Scene[] = []; made = make(); render(): Scene { return this.scene; } }
`;

runCases('Types of members and values', [
  {
    it: 'are what the member is declared or made as',
    files: {
      'lib.ts': LIB,
      'a.ts': `import { App } from './lib';
type Props = { scene: App['scene']; made: App["made"]; nested: Props['scene'] };
function f(props: Props) { props.scene.draw(); }
function g(props: Props) { props.made.draw(); }
function h(props: Props) { props.nested.draw(); }
function i(scene: App['scenes'][number]) { scene.draw(); }
function j(scene: App['missing']) { scene.draw(); }
`,
    },
    calls: ['f', 'g', 'h', 'i'].map((name) => `a.ts#${name} -> lib.ts#Scene.draw`),
    not: [/^CALLS a\.ts#j /],
  },
  {
    it: 'are the method where a member of that type is called',
    files: {
      'lib.ts': LIB,
      'a.ts': `import { App } from './lib';
function f({ render }: { render: App['render'] }) { render().draw(); }
`,
    },
    calls: ['a.ts#f -> lib.ts#App.render', 'a.ts#f -> lib.ts#Scene.draw'],
  },
  {
    it: 'are what the value is, or the class itself; a function of the same type is another one',
    files: {
      'lib.ts':
        LIB +
        'export declare const app: App;\nexport class Base { static make(): Base { return new Base(); } save() {} }\n',
      'a.ts': `import { app, Base } from './lib';
function run() {}
function other() {}
function f(mine: typeof app) { mine.render(); }
function g(self: { constructor: unknown }) { const made = self.constructor as typeof Base; made.make().save(); }
function h(todo: typeof run) { todo(); }
function i() { const todo: typeof run = other; todo(); }
`,
    },
    calls: [
      'a.ts#f -> lib.ts#App.render',
      'a.ts#g -> lib.ts#Base.make',
      'a.ts#g -> lib.ts#Base.save',
      'a.ts#i -> a.ts#other',
    ],
    not: [/^CALLS .*-> a\.ts#run$/],
  },
  {
    it: 'are the function itself where an object has it as a member',
    files: {
      'a.ts': `export function make() {}
interface Api { make: typeof make }
const tools: { make: typeof make } = { make };
export const all = (DEV ? tools : null) as typeof tools;
function f(api: Api) { api.make(); }
function g() { all.make(); }
`,
    },
    calls: ['a.ts#f -> a.ts#make', 'a.ts#g -> a.ts#make'],
    only: true,
  },
  {
    it: 'leave a function what it is where it is cast to the type of a member',
    files: {
      'a.ts': `function raise() {}
const queue: Record<string, unknown> = {};
queue.raise = () => { (raise as typeof queue.raise)(); };
function f() { (raise as typeof queue.raise)(); }
`,
    },
    calls: ['a.ts#f -> a.ts#raise'],
  },
]);
