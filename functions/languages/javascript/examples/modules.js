import './side-effect.js';
import main, * as everything from './main.js';
import { a, b as c, default as d, 'string name' as e } from './names.js';
import data from './data.json' with { type: 'json' };

export { a, c as renamed, d as default };
export * from './all.js';
export * as space from './space.js';
export { x, y as z, default as w } from './through.js';
export let mutable = 1;
export const { one, two: three } = main;

const lazy = async () => {
  const { run } = await import('./lazy.js');
  return run();
};
import('./later.js').then((later) => later.go());
