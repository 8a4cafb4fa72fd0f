/** Bash source → edges: functions are global in a shell, and a shell is the scripts that source each other. */
import assert from 'node:assert/strict';
import { graphOf } from '../support/graph-of.ts';
import { runCases } from './cases.ts';

runCases('Bash calls', [
  {
    it: "binds to the script's own function, not to another script's namesake",
    files: { 'a.sh': 't() { :; }\nm() { t; }\n', 'b.sh': 't() { :; }\n' },
    calls: ['a.sh#m -> a.sh#t'],
    only: true,
  },
  {
    it: 'follows sourced scripts into command substitutions, and imports scripts that are run',
    files: {
      'b.sh': 'bf() { :; }\n',
      'a.sh': 'source ./b.sh\nm() { x=$(bf); y=`bf`; if bf | cat; then bf && :; fi; }\n',
      'c.sh': './b.sh\nbash lib/run.sh\nbf\n',
      'lib/run.sh': 'echo\n',
    },
    calls: ['a.sh#m -> b.sh#bf'],
    edges: ['IMPORTS a.sh -> b.sh', 'IMPORTS c.sh -> b.sh', 'IMPORTS c.sh -> lib/run.sh'],
    only: true,
  },
  {
    it: 'leaves out the computed part of a path',
    files: {
      'lib/log.sh': 'log() { :; }\n',
      'lib/util/env.sh': 'env_of() { :; }\n',
      'lib/other.sh': 'other() { :; }\n',
      'bin/run':
        '#!/bin/bash\n. "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/lib/log.sh"\nsource "${ROOT}/$LIB/util/env.sh"\nsource "$HERE/../lib/other.sh"\nlog x\nenv_of\nother\n',
    },
    calls: ['bin/run -> lib/log.sh#log', 'bin/run -> lib/util/env.sh#env_of', 'bin/run -> lib/other.sh#other'],
    only: true,
  },
  {
    it: 'sees functions of everything that one shell sources, through others and back',
    files: {
      'main.sh': 'source ./a.sh\nsource ./b.sh\nboot\n',
      'a.sh': 'source ./deep.sh\nstart() { stop_all; }\n',
      'b.sh': 'stop_all() { :; }\nuse() { start; }\n',
      'deep.sh': 'boot() { main_only; }\n',
      'apart.sh': 'main_only() { :; }\n',
    },
    calls: ['main.sh -> deep.sh#boot', 'a.sh#start -> b.sh#stop_all', 'b.sh#use -> a.sh#start'],
    only: true,
  },
  {
    it: 'declines where two sourced scripts have the function',
    files: {
      'main.sh': 'source ./a.sh\nsource ./b.sh\ngo\n',
      'a.sh': 'go() { :; }\n',
      'b.sh': 'go() { :; }\n',
    },
    only: true,
  },
  {
    it: 'sees functions that are defined in functions, in branches and after their use',
    files: { 'a.sh': 'm() { late; inner; }\nlate() { inner() { :; }; }\nif x; then f() { late; }; fi\nm; f\n' },
    calls: [
      'a.sh -> a.sh#f',
      'a.sh -> a.sh#m',
      'a.sh#f -> a.sh#late',
      'a.sh#m -> a.sh#late',
      'a.sh#m -> a.sh#late.inner',
    ],
    only: true,
  },
  {
    it: 'keeps variables and arguments apart from functions',
    files: {
      'a.sh': 'log() { :; }\nf() {\n  local log=1\n  log "$log"\n  echo log\n}\nname=log\n',
      'b.sh': 'r=1\nuse() { x=$1; r "$x"; }\n',
    },
    calls: ['a.sh#f -> a.sh#log'],
    only: true,
  },
  {
    it: 'takes what trap, time and eval are given as called, and two functions on one line as two',
    files: { 'a.sh': 'a() { if x; then y; fi; }; b() { :; }\ntrap b EXIT\ntime a\n' },
    calls: ['a.sh -> a.sh#a', 'a.sh -> a.sh#b'],
    only: true,
  },
  {
    it: 'loads the helpers of Bats tests',
    files: {
      'test/helper.bash': 'fixtures() { :; }\n',
      'test/a.bats': 'load helper\nsetup() {\n  fixtures x\n}\n',
    },
    calls: ['test/a.bats#setup -> test/helper.bash#fixtures'],
    edges: ['IMPORTS test/a.bats -> test/helper.bash'],
    only: true,
  },
  {
    it: 'takes functions of a script that sources what a variable names, where no other script has them',
    files: {
      'main.sh': '_log() { echo "$1"; }\n_twice() { :; }\nfor f in plugins/*.sh; do . "$f"; done\n',
      'plugins/a.sh': 'a_add() { _log x; _twice; _own; sed p; }\n_own() { :; }\n',
      'other.sh': '. ./lib.sh\n_twice() { :; }\nprofile() { _log y; }\n. "$HOME/.profile"\n',
      'more.sh': '. $plugin\n_twice() { :; }\n',
      'lib.sh': 'lib() { _log z; }\n',
    },
    calls: [
      'plugins/a.sh#a_add -> main.sh#_log',
      'plugins/a.sh#a_add -> plugins/a.sh#_own',
      'other.sh#profile -> main.sh#_log',
    ],
    only: true,
  },
]);

describe('Bash call sites', () => {
  it('counts programs as external, and as unknown what an unknown script may have defined', async () => {
    const graph = await graphOf({
      'a.sh': 'terraform plan | jq .\n',
      'b.sh': 'source "$1"\nmaybe\nls\n',
      'c.sh': 'maybe() { :; }\n',
    });
    const [a, b] = graph.graph.files.map((file) => file.calls);
    assert.deepEqual(a, { sites: 2, resolved: 0, external: 2, ambiguous: 0, unresolved: 0 });
    assert.deepEqual(b, { sites: 3, resolved: 0, external: 2, ambiguous: 0, unresolved: 1 });
  });

  it('gives two functions on one line their own complexity', async () => {
    const { nodes } = await graphOf({ 'a.sh': 'a() { if x; then y; fi; }; b() { :; }\n' });
    const scores = nodes.filter((node) => node.label === 'Function').map((node) => [node.name, node.complexity]);
    assert.deepEqual(scores, [
      ['a', 2],
      ['b', 1],
    ]);
  });
});
