/** What JavaScript and TypeScript do with lists, components, modules and the class around, as edges. */
import { runCases } from './cases.ts';

const DOG = 'export class Dog { bark() { return new Bone(); } }\nexport class Bone { bury() {} }\n';

runCases('JavaScript and TypeScript values', [
  {
    it: 'are what map makes of each element',
    files: {
      'dog.ts': DOG,
      'a.ts': `import { Dog } from './dog';
function f(dogs: Dog[]) { dogs.map((dog) => dog.bark()).filter((bone) => bone).forEach((bone) => bone.bury()); }
function g(names: string[]) { const made = names.map(() => new Dog()); for (const one of made) one.bark(); }
`,
    },
    calls: [
      'a.ts#f -> dog.ts#Bone.bury',
      'a.ts#f -> dog.ts#Dog.bark',
      'a.ts#g -> dog.ts#Dog',
      'a.ts#g -> dog.ts#Dog.bark',
      'dog.ts#Dog.bark -> dog.ts#Bone',
    ],
    only: true,
  },
  {
    it: 'go from one element to the next through reduce',
    files: {
      'dog.ts': DOG,
      'a.ts': `import { Dog } from './dog';
class Pack { add(dog: Dog) { return this; } run() {} }
function f(dogs: Dog[]) { dogs.reduce((pack, dog) => { dog.bark(); return pack.add(dog); }, new Pack()).run(); }
function g(dogs: Dog[]) { dogs.reduce((a, b) => { a.bark(); return b; }); }
function h(dogs: Dog[]) { dogs.reduceRight((a, b) => b).bark(); }
function i(dogs: Dog[]) { dogs.reduce((count, dog) => { count.bark(); return count + 1; }, 0); }
`,
    },
    calls: [
      'a.ts#f -> a.ts#Pack',
      'a.ts#f -> a.ts#Pack.add',
      'a.ts#f -> a.ts#Pack.run',
      'a.ts#f -> dog.ts#Dog.bark',
      'a.ts#g -> dog.ts#Dog.bark',
      'a.ts#h -> dog.ts#Dog.bark',
      'dog.ts#Dog.bark -> dog.ts#Bone',
    ],
    only: true,
  },
  {
    it: 'are built by elements of class components',
    files: {
      'a.jsx': `class Shell extends React.Component { constructor(props) { super(props); } render() { return <Menu/>; } }
function Menu() { return null; }
export const ui = { Shell };
function f() { return <Shell><b/></Shell>; }
function g() { return <ui.Shell/>; }
`,
    },
    calls: ['f', 'g']
      .flatMap((name) => [`a.jsx#${name} -> a.jsx#Shell`, `a.jsx#${name} -> a.jsx#Shell.constructor`])
      .concat('a.jsx#Shell.render -> a.jsx#Menu'),
    only: true,
  },
  {
    it: 'are of the class around where new this makes them',
    files: {
      'a.ts': `class Base { static make() { const made = new this(); made.save(); return made; } save() {} }
class Row extends Base {}
`,
    },
    calls: ['a.ts#Base.make -> a.ts#Base', 'a.ts#Base.make -> a.ts#Base.save'],
    only: true,
  },
  {
    it: 'know what a type parameter’s bound says of an object’s functions',
    files: {
      'a.ts': `class App { close() {} }
interface Action { name: string; perform: (app: App) => void; label(app: App): string }
function register<T extends Action>(action: T) { return action; }
export const quit = register({ name: 'quit', perform: (app) => app.close(), label(app) { app.close(); return ''; } });
`,
    },
    calls: ['a.ts#quit.perform -> a.ts#App.close', 'a.ts#quit.label -> a.ts#App.close'],
  },
  {
    it: 'are not offered by a module that merely imports them',
    files: {
      'core/index.ts': "export { run } from './run';\n",
      'core/run.ts': 'export function run() {}\n',
      'dom/index.ts': `import { run } from './run';
import { other } from './run';
export { other };
export { style } from './run';
export * from '../core';
export const table = { run };
`,
      'dom/run.ts': 'export function run() {}\nexport function other() {}\nexport function style() {}\n',
      'a.ts': "import { run, other } from './dom';\nexport function f() { run(); other(); }\n",
    },
    calls: ['a.ts#f -> core/run.ts#run', 'a.ts#f -> dom/run.ts#other'],
    only: true,
  },
]);
