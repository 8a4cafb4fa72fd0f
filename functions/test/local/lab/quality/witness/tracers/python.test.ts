import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { runWitness } from '../../../../../../local/lab/quality/witness/run-witness.ts';
import { observedPairs } from '../../../../../support/observed-pairs.ts';
import { makeFolder, writeFiles } from '../../../../../support/repositories.ts';

const PYTHON = {
  'shapes.py': [
    'import functools',
    'def traced(fn):',
    '    @functools.wraps(fn)',
    '    def wrapper(*args):',
    '        return fn(*args)',
    '    return wrapper',
    'class Shape:',
    '    def __init__(self, side):',
    '        self.side = side',
    '    def area(self):',
    '        return 0',
    '    @property',
    '    def double(self):',
    '        return self.area() * 2',
    '    def __add__(self, other):',
    '        return self.side + other.side',
    'class Square(Shape):',
    '    def area(self):',
    '        return self.side ** 2',
    '@traced',
    'def measure(shape):',
    '    return shape.double',
    'def steps(n):',
    '    for i in range(n):',
    '        yield lift(i)',
    'def lift(i):',
    '    return i',
    'HANDLERS = {"lift": lift}',
    'def dispatch(name):',
    '    return getattr(__import__("shapes"), name)(1) + HANDLERS[name](2)',
    'class Held:',
    '    def __enter__(self):',
    '        return self',
    '    def __exit__(self, *error):',
    '        lift(4)',
    'class Renamed(Shape):',
    '    __module__ = "__main__"',
    'class Moved:',
    '    __module__ = "__main__"',
    '    def __init__(self):',
    '        self.side = 1',
    '    def go(self):',
    '        return Renamed(2)',
    'def hold():',
    '    return Held()',
    'def use():',
    '    with hold():',
    '        pass',
    'def unused():',
    '    return lift(0)',
    '',
  ].join('\n'),
  'test_shapes.py': [
    'import threading',
    'from shapes import Square, dispatch, lift, measure, steps, use, Moved',
    'def test_all():',
    '    square = Square(2)',
    '    assert measure(square) == 8',
    '    assert square + square == 4',
    '    assert list(steps(2)) == [0, 1]',
    '    assert sorted([2, 1], key=lift) == [1, 2]',
    '    assert dispatch("lift") == 3',
    '    use()',
    '    Moved().go()',
    '    thread = threading.Thread(target=in_thread)',
    '    thread.start()',
    '    thread.join()',
    'def in_thread():',
    '    return lift(3)',
    'test_all()',
    '',
  ].join('\n'),
};

/** Interpreters of the machine that can be traced, by what traces them. */
function interpreters(): string[] {
  const found = ['python3', 'python3.11', 'python3.12', 'python3.13'].flatMap((name) => {
    const asked = spawnSync(name, ['-c', 'import sys; print(sys.version_info >= (3, 11), sys.version_info[:2])']);
    const [fit, version = ''] = asked.stdout?.toString().split(' ', 1).concat(asked.stdout.toString()) ?? [];
    return asked.status === 0 && fit === 'True' ? [{ name, version }] : [];
  });
  return [...new Map(found.map(({ name, version }) => [version, name])).values()];
}

const pythons = interpreters();
const reason = pythons.length === 0 ? 'none of 3.11 or newer is here: nothing to test' : pythons.join(', ');

describe(`local/quality: the tracers of Python (${reason})`, function () {
  this.timeout(120_000);
  let folder: string;

  beforeEach(() => {
    folder = makeFolder();
    writeFiles(folder, PYTHON);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const python of pythons) {
    it(`sees calls, operators, properties and threads (${python})`, async () => {
      const seen = await runWitness(folder, { command: `${python} test_shapes.py`, seconds: 120, quiet: true });
      assert.deepEqual(seen.warnings, []);
      const found = observedPairs(seen);
      for (const pair of [
        'Shape.double → Square.area direct',
        'dispatch → lift direct',
        'in_thread → lift direct',
        'measure → Shape.double implicit',
        'steps → lift direct',
        'test_all → Shape.__add__ implicit',
        'Moved.go → Renamed construct',
        'test_all → Moved construct',
        'use → Held.__enter__ implicit',
        'use → Held.__exit__ implicit',
        'use → hold direct',
        'test_all → Square construct',
        'test_all → dispatch direct',
        'test_shapes.py → test_all direct',
      ])
        assert.ok(found.includes(pair), `${pair} is not in ${found.join(', ')}`);
      const kinds = new Map(
        seen.report.rows[0]?.misses.map(({ kind, shown }) => [shown.split(' ').slice(1, 4).join(' '), kind]),
      );
      assert.equal(kinds.get('Shape.double → Square.area'), 'through an interface, a base or a sibling');
      assert.ok(!found.some((pair) => pair.includes('unused')));
      assert.ok(seen.observed.apart.outside >= 1, 'sorted calls lift');
      assert.deepEqual(readdirSync(folder).sort(), Object.keys(PYTHON).sort());
    });
  }
});
