/**
 * The platform as the samples know it: two accounts, their repositories and pull requests. Whoever makes samples and
 * whoever goes on with stored ones stand before the same platform, so commits have the same ids every time.
 *
 *     sample-ada/mixed     files in several languages                    sample-ada/shop    pull requests 1 to 6
 */
import { makeRepository } from '../repositories.ts';
import type { TestRepository } from '../repositories.ts';
import type { TestService } from '../service.ts';

export const OWNER = 'sample-ada';
export const VISITOR = 'sample-bob';

/** Every commit is of this moment. */
const COMMITTED_AT = '2026-01-05T09:00:00Z';

/** Pull requests of `shop`, by what has become of them. */
export const PULLS = { reviewed: 1, queued: 2, died: 3, waits: 4, failed: 5, untouched: 6 } as const;

export const MIXED: Record<string, string> = {
  'pkg/__init__.py': 'from .core import run\n',
  'pkg/core.py':
    'class Base:\n    """What engines share."""\n\n    def check(self):\n        return 2\n\n\nclass Engine(Base):\n    def start(self):\n        return self.check()\n\n\ndef run():\n    return Engine().start()\n',
  'pkg/use.py': 'import os\nfrom pkg import run\n\n\ndef go():\n    run()\n    return os.getcwd()\n',
  'web/a.ts': "import { b } from './b';\n\nexport function a(): number {\n  return b();\n}\n",
  'web/b.ts': "import { a } from './a';\n\nexport const b = () => a();\nexport default b;\n",
  'cmd/types.go': 'package cmd\n\ntype App struct{ name string }\n',
  'cmd/run.go': 'package cmd\n\nfunc (a *App) Run() int { return help() }\n\nfunc help() int { return 1 }\n',
  'S.swift': 'struct S {\n  func a() {}\n}\n',
  'P.swift': 'protocol P {\n  func a()\n}\n',
  'X.swift': 'extension S: P {\n  func b() { a() }\n}\n',
  'lib/queue.rb':
    'module Jobs\n  class Queue\n    def push(job)\n      jobs << job\n    end\n\n    def jobs\n      @jobs ||= []\n    end\n  end\nend\n',
  'src/App.java': 'package app;\n\nclass App {\n  int total() { return add(1); }\n  int add(int x) { return x; }\n}\n',
  'broken.py': 'def broken(:\n    pass\n\n\ndef whole():\n    return 1\n',
  'made.min.js': 'var a=1;'.repeat(200),
  'go.mod': 'module example.com/app\n',
  'notes.md': '# Not source code\n',
};

const RING = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => {
    const next = `m${(at + 1) % 6}`;
    const text = `from ring.${next} import C_${next}\n\n\nclass C_m${at}:\n    def go(self):\n        return C_${next}().go()\n`;
    return [`ring/m${at}.py`, text];
  }),
);

const PRICE =
  'def total_of(items):\n    total = 0\n    for item in items:\n        total += item.price * item.quantity\n    return total\n';
const CART =
  'from shop.price import total_of\n\n\nclass Cart:\n    def __init__(self, items):\n        self.items = items\n\n    def total(self):\n        return total_of(self.items)\n\n\ndef pay(cart):\n    return cart.total()\n';
const FAULTY_PRICE =
  'import os\n\n\ndef total_of(items):\n    total = 0\n    for item in items:\n        total += item.price\n    return total\n';

/** Name, files, and whether it is private; one repository for each state that a job can be in. */
const REPOSITORIES: [name: string, files: Record<string, string>, isPrivate?: true][] = [
  ['mixed', MIXED],
  ['asked', { 'a.py': 'x = 1\n' }],
  ['queued', { 'a.py': 'x = 1\n' }],
  ['working', { ...RING, 'main.py': 'from ring.m0 import C_m0\n\nC_m0().go()\n' }],
  ['returned', { 'a.py': 'x = 1\n' }],
  ['failed', { 'a.py': 'x = 1\n' }],
  ['parted', RING],
  ['summed', RING],
  ['halved', { ...RING, 'main.py': 'from ring.m0 import C_m0\n\nC_m0().go()\n' }],
  ['pushed', { 'a.py': 'def a():\n    return 1\n' }, true],
  ['leaving', { 'a.py': 'x = 1\n' }],
  ['coming-back', { 'a.py': 'x = 1\n' }],
  ['unembedded', { 'a.py': 'def a():\n    """Says a."""\n    return 1\n' }],
  ['shop', { 'shop/price.py': PRICE, 'shop/cart.py': CART }, true],
];

/** A model's answer: one finding where the fault is. */
export const FINDING = {
  findings: [
    {
      path: 'shop/price.py',
      side: 'RIGHT',
      line_start: 7,
      line_end: 7,
      quote: '        total += item.price',
      title: 'The quantity is ignored',
      description: 'Each price is added once, whatever the quantity is.',
      suggestion: '        total += item.price * item.quantity',
      confidence: 9,
      category: 'bug',
      severity: 'high',
    },
  ],
  positive_findings: ['Small and focused.'],
  summary: 'Totals change.',
};

export interface World {
  repositories: ReadonlyMap<string, TestRepository>;
  close(): void;
}

/** Puts accounts, repositories and pull requests on the service's platform. */
export async function buildWorld({ host }: Pick<TestService, 'host'>): Promise<World> {
  host.addUser({ login: OWNER, email: `${OWNER}@example.test` });
  host.addUser({ login: VISITOR, email: `${VISITOR}@example.test` });
  const repositories = new Map<string, TestRepository>();
  for (const [name, files, isPrivate = false] of REPOSITORIES) {
    const repository = onFixedDate(() => makeRepository(files));
    repositories.set(name, repository);
    await host.addRepository({ owner: OWNER, name, from: repository.path, private: isPrivate });
  }
  host.addInstallation({ login: OWNER });
  const shop = repositories.get('shop');
  for (const number of Object.values(PULLS)) {
    const head = `change-${number}`;
    onFixedDate(() => {
      shop?.git('checkout', '-q', '-b', head, 'main');
      shop?.commit({ 'shop/price.py': FAULTY_PRICE }, `Change ${number}`);
      shop?.git('checkout', '-q', 'main');
    });
    await host.openPull({ owner: OWNER, name: 'shop', head, base: 'main', by: OWNER });
  }
  return { repositories, close: () => repositories.forEach((repository) => repository.remove()) };
}

/** `makeRepository` hands its process' environment to git. */
function onFixedDate<T>(work: () => T): T {
  const names = ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE'];
  for (const name of names) process.env[name] = COMMITTED_AT;
  try {
    return work();
  } finally {
    for (const name of names) delete process.env[name];
  }
}
