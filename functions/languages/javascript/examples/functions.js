'use strict';

/** Adds. */
function add(a, b = 2, ...rest) {
  return rest.length > 0 && a ? a + b : add(a, b, ...rest);
}

const arrow = (x) => x * 2;
const wrapped = (function () {});
export const exported = async () => {
  await Promise.all([one(), two()]);
};
let counter = 0,
  other;
var { left, right: renamed, deep: { inner }, missing = 1, ...others } = settings();
const [first, , third = 3, ...tail] = list;

function* ids() {
  yield counter++;
  yield* more();
}

function control(input) {
  if (input) {
    return;
  } else if (input > 1 || input < -1) {
    input ??= fallback();
  }
  for (let i = 0; i < 3; i++) work(i);
  for (const key in input) work(key);
  for (const [key, value] of Object.entries(input)) work(key, value);
  while (input) break;
  do {
    input = next(input);
  } while (input);
  switch (input) {
    case 1:
      break;
    case 2:
    default:
      break;
  }
  try {
    risky();
  } catch (error) {
    throw new Failure(`bad ${describe(error)}`);
  }
  return input ?? other;
}

setTimeout(() => {
  add(1, 2);
}, 10);

(function () {
  add(3, 4);
})();

items.filter((item) => item.ok).map(({ id }) => id).forEach(function (id) {
  control(id);
});
tag`text ${add(1)} more`;
factory()('x')[0].run();
object['method'](counter);
new (pick())(1);
new ns.Thing();
const bound = add.bind(null, 1);
const promise = load().then((module) => module.start());
