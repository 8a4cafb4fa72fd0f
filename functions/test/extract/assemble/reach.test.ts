import assert from 'node:assert/strict';
import { extractFile } from '../../../src/extract/extract-file.ts';
import { grammarOf, initialiseParsing } from '../../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';

const registry = loadRegistry();

/**
 * What each assignment to `x` reaches: its line, the lines of its branch, `past` and the line before which it is not seen
 * behind that, and the first lines of the loops around it.
 */
async function reaches(path: string, text: string): Promise<string[]> {
  const definition = registry.get(registry.languageOf(path, text) ?? '');
  assert.ok(definition, `no language for ${path}`);
  const { bindings } = extractFile(await grammarOf(definition, path), { path, text }, { stepMs: 20_000 });
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  return bindings.flatMap(({ target, line, reach }) => {
    if (target.is !== 'name' || !/^\$?x$/.test(target.name)) return [];
    assert.ok(reach, `line ${line}`);
    const { branch, loops, past } = reach;
    const lines = branch === undefined ? '' : ` in ${lineOf(branch[0])}-${lineOf(branch[1])}`;
    const until = past === undefined ? '' : ` past ${lineOf(past)}`;
    const around = loops === undefined ? '' : ` loop ${loops.map(([start]) => lineOf(start)).join(' ')}`;
    return [`${line}${lines}${until}${around}`];
  });
}

/** A value first, then one in each branch of a condition, in a loop in a loop, in a choice, and at the end. */
const CASES: readonly [string, string, string[]][] = [
  [
    'a.py',
    'def f():\n  x = g()\n  if c:\n    x = g()\n  elif d:\n    x = g()\n  else:\n    x = g()\n    return x\n  for a in b:\n    while c:\n      x = g()\n  match c:\n    case 1:\n      x = g()\n  try:\n    x = g()\n  except E:\n    x = g()\n  x = g()\n',
    [
      '2',
      '4 in 4-4 past 9',
      '6 in 5-6 past 9',
      '8 in 7-9 past 20',
      '12 in 12-12 loop 11 10',
      '15 in 14-15 past 15',
      '17 in 17-17',
      '19 in 18-19',
      '20',
    ],
  ],
  [
    'a.js',
    'function f() {\n  let x = g();\n  if (c) {\n    x = g();\n  } else if (d) {\n    x = g();\n  } else\n    x = g();\n  for (const a of b)\n    while (c) {\n      x = g();\n    }\n  switch (c) {\n    case 1:\n      x = g();\n      break;\n  }\n  try {\n    x = g();\n  } catch (e) {\n    x = g();\n  }\n  c && (x = g());\n  x ??= g();\n  x = g();\n}\n',
    [
      '2',
      '4 in 3-5 past 8',
      '6 in 5-7 past 8',
      '8 in 7-8 past 8',
      '11 in 10-12 loop 10 9',
      '15 in 14-16 past 17',
      '19 in 18-20',
      '21 in 20-22',
      '23 in 23-23',
      '24 in 24-24',
      '25',
    ],
  ],
  [
    'a.ts',
    'function f() {\n  let x = g();\n  if (c) {\n    x = g();\n    throw x;\n  } else {\n    x = g();\n  }\n  do {\n    x = g();\n  } while (c);\n  switch (c) {\n    case 1: {\n      x = g();\n    }\n    default:\n      x = g();\n  }\n  x = g();\n}\n',
    [
      '2',
      '4 in 3-6 past 20',
      '7 in 6-8 past 8',
      '10 in 9-11 loop 9',
      '14 in 13-15 past 18',
      '17 in 16-17 past 18',
      '19',
    ],
  ],
  [
    'a.java',
    'class A {\n  void f() {\n    var x = g();\n    if (c) {\n      x = g();\n    } else {\n      x = g();\n    }\n    for (var a : b)\n      while (c) {\n        x = g();\n      }\n    switch (c) {\n      case 1:\n        x = g();\n    }\n    switch (c) {\n      case 1 -> x = g();\n    }\n    try {\n      x = g();\n    } catch (E e) {\n      x = g();\n    }\n    x = g();\n  }\n}\n',
    [
      '3',
      '5 in 4-6 past 8',
      '7 in 6-8 past 8',
      '11 in 10-12 loop 10 9',
      '15 in 14-15 past 16',
      '18 in 18-18 past 19',
      '21 in 20-22',
      '23 in 22-24',
      '25',
    ],
  ],
  [
    'a.kt',
    'fun f() {\n  var x = g()\n  if (c) {\n    x = g()\n  } else {\n    x = g()\n  }\n  for (a in b) {\n    while (c) {\n      x = g()\n    }\n  }\n  when (c) {\n    1 -> {\n      x = g()\n    }\n  }\n  try {\n    x = g()\n  } catch (e: E) {\n    x = g()\n  }\n  x = g()\n}\n',
    [
      '2',
      '4 in 3-5 past 7',
      '6 in 5-7 past 7',
      '10 in 9-11 loop 9 8',
      '15 in 14-16 past 17',
      '19 in 18-20',
      '21 in 20-22',
      '23',
    ],
  ],
  [
    'a.swift',
    'func f() {\n  var x = g()\n  if c {\n    x = g()\n  } else {\n    x = g()\n  }\n  for a in b {\n    while c {\n      x = g()\n    }\n  }\n  switch c {\n  case 1:\n    x = g()\n  default:\n    x = g()\n  }\n  x = g()\n}\n',
    [
      '2',
      '4 in 4-5 past 7',
      '6 in 6-7 past 7',
      '10 in 10-11 loop 9 8',
      '15 in 14-15 past 18',
      '17 in 16-18 past 18',
      '19',
    ],
  ],
  [
    'a.go',
    'package a\nfunc f() {\n\tx := g()\n\tif c {\n\t\tx = g()\n\t} else {\n\t\tx = g()\n\t}\n\tfor _, a := range b {\n\t\tfor c {\n\t\t\tx = g()\n\t\t}\n\t}\n\tswitch c {\n\tcase 1:\n\t\tx = g()\n\tdefault:\n\t\tx = g()\n\t}\n\tx = g()\n}\n',
    [
      '3',
      '5 in 4-6 past 8',
      '7 in 6-8 past 8',
      '11 in 10-12 loop 10 9',
      '16 in 15-17 past 19',
      '18 in 17-19 past 19',
      '20',
    ],
  ],
  [
    'a.rs',
    'fn f() {\n  let mut x = g();\n  if c {\n    x = g();\n  } else {\n    x = g();\n  }\n  for a in b {\n    loop {\n      x = g();\n    }\n  }\n  match c {\n    1 => {\n      x = g();\n    }\n    _ => x = g(),\n  }\n  x = g();\n}\n',
    [
      '2',
      '4 in 3-5 past 7',
      '6 in 5-7 past 7',
      '10 in 9-11 loop 9 8',
      '15 in 14-16 past 18',
      '17 in 17-17 past 18',
      '19',
    ],
  ],
  [
    'a.cpp',
    'void f() {\n  auto x = g();\n  if (c) {\n    x = g();\n  } else\n    x = g();\n  for (auto a : b)\n    while (c)\n      x = g();\n  switch (c) {\n    case 1:\n      x = g();\n  }\n  try {\n    x = g();\n  } catch (E e) {\n    x = g();\n  }\n  x = g();\n}\n',
    [
      '2',
      '4 in 3-5 past 6',
      '6 in 5-6 past 6',
      '9 in 9-9 loop 8 7',
      '12 in 11-12 past 13',
      '15 in 14-16',
      '17 in 16-18',
      '19',
    ],
  ],
  [
    'a.cs',
    'class A {\n  void F() {\n    var x = g();\n    if (c) {\n      x = g();\n    } else {\n      x = g();\n    }\n    foreach (var a in b)\n      while (c) {\n        x = g();\n      }\n    switch (c) {\n      case 1:\n        x = g();\n        break;\n    }\n    try {\n      x = g();\n    } catch (E e) {\n      x = g();\n    } finally {\n      x = g();\n    }\n    x = g();\n  }\n}\n',
    [
      '3',
      '5 in 4-6 past 8',
      '7 in 6-8 past 8',
      '11 in 10-12 loop 10 9',
      '15 in 14-16 past 17',
      '19 in 18-20',
      '21 in 20-22',
      '23 in 22-24',
      '25',
    ],
  ],
  [
    'a.php',
    '<?php\nfunction f() {\n  $x = g();\n  if ($c) {\n    $x = g();\n  } elseif ($d) {\n    $x = g();\n  } else {\n    $x = g();\n  }\n  foreach ($b as $a)\n    while ($c) {\n      $x = g();\n    }\n  switch ($c) {\n    case 1:\n      $x = g();\n  }\n  try {\n    $x = g();\n  } catch (E $e) {\n    $x = g();\n  }\n  $x ??= g();\n  $x = g();\n}\n',
    [
      '3',
      '5 in 4-6 past 10',
      '7 in 6-8 past 8',
      '9 in 8-10 past 10',
      '13 in 12-14 loop 12 11',
      '17 in 16-17 past 18',
      '20 in 19-21',
      '22 in 21-23',
      '24 in 24-24',
      '25',
    ],
  ],
  [
    'a.rb',
    'def f\n  x = g(1)\n  if c\n    x = g(1)\n  elsif d\n    x = g(1)\n  else\n    x = g(1)\n  end\n  for a in b do\n    while c\n      x = g(1)\n    end\n  end\n  case c\n  when 1\n    x = g(1)\n  else\n    x = g(1)\n  end\n  begin\n    x = g(1)\n  rescue E\n    x = g(1)\n  end\n  x ||= g(1)\n  x = g(1) if c\n  x = g(1)\nend\n',
    [
      '2',
      '4 in 3-4 past 9',
      '6 in 5-6 past 8',
      '8 in 7-8 past 8',
      '12 in 11-13 loop 11 10',
      '17 in 16-17 past 20',
      '19 in 18-19 past 20',
      '22',
      '24 in 23-24',
      '26 in 26-26',
      '27 in 27-27 past 27',
      '28',
    ],
  ],
  [
    'a.scala',
    'def f() = {\n  var x = g()\n  if (c) {\n    x = g()\n  } else {\n    x = g()\n  }\n  while (c) {\n    x = g()\n  }\n  c match {\n    case 1 =>\n      x = g()\n  }\n  x = g()\n}\n',
    ['2', '4 in 3-5 past 7', '6 in 5-7 past 7', '9 in 8-10 loop 8', '13 in 12-14 past 14', '15'],
  ],
  [
    'a.lua',
    'local function f()\n  local x = g()\n  if c then\n    x = g()\n  elseif d then\n    x = g()\n  else\n    x = g()\n  end\n  for _, a in pairs(b) do\n    while c do\n      x = g()\n    end\n  end\n  repeat\n    x = g()\n  until c\n  x = g()\nend\n',
    [
      '2',
      '4 in 4-4 past 9',
      '6 in 5-6 past 9',
      '8 in 7-8 past 9',
      '12 in 12-12 loop 11 10',
      '16 in 16-16 loop 15',
      '18',
    ],
  ],
];

describe('extract/assemble/reach', () => {
  before(() => initialiseParsing());

  for (const [path, text, expected] of CASES) {
    it(`tells the branches and loops around an assignment in ${path}`, async () => {
      assert.deepEqual(await reaches(path, text), expected);
    });
  }

  it('says nothing of what is given a value once', async () => {
    const definition = registry.get('python');
    assert.ok(definition);
    const text = 'def f(y):\n  x = g()\n  for z in y: x.m(z)\n';
    const { bindings } = extractFile(await grammarOf(definition, 'a.py'), { path: 'a.py', text }, { stepMs: 20_000 });
    assert.deepEqual(
      bindings.flatMap(({ reach }) => reach ?? []),
      [],
    );
  });
});
