/** Reviews of working trees by the command: what is read, what is found, and how it ends, without any service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LocalReview } from '../../../../local/lab/review/review-run.ts';
import type { CommitFacts } from '../../../../src/model/change-facts.ts';
import { makeFolder, makeRepository, writeFiles, type TestRepository } from '../../../support/repositories.ts';

const COMMAND = join(import.meta.dirname, '../../../../local/cli/review.ts');
const PRICE = 'def total_of(items):\n    return sum(items)\n';

describe('local/lab reviews of working trees', function () {
  this.timeout(240_000);
  let repository: TestRepository;
  /** Whoever a model's gateway would be; nobody may call. */
  let gateway: Server;
  let asked: string[];
  const cache = makeFolder();

  before(async () => {
    repository = makeRepository({
      '.gitignore': 'secret/\n*.local.py\n',
      'shop/price.py': PRICE,
      'shop/cart.py': 'from shop.price import total_of\n\n\ndef pay(items):\n    return total_of(items)\n',
      'shop/crlf.py': 'a = 1\nb = 2\n',
    });
    asked = [];
    gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        asked.push(body);
        const content = '{"findings": [], "positive_findings": [], "summary": "Fine."}';
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] })); // prettier-ignore
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    writeFiles(repository.path, {
      'shop/price.py': 'import os\n\n\ndef total_of(items, tax):\n    return sum(items) + tax\n',
      'shop/new.py': 'def _unused():\n    return 1\n',
      'shop/my.local.py': 'IGNORED_NAME = 1\n',
      'secret/key.py': 'IGNORED_KEY = 1\n',
      'shop/crlf.py': 'a = 1\r\nb = 2\r\n',
    });
  });
  after(() => {
    gateway.close();
    repository.remove();
  });

  async function run(args: string[], more: NodeJS.ProcessEnv = {}) {
    const { port } = gateway.address() as AddressInfo;
    // A database that nobody could reach: nothing of this may need one.
    const env: NodeJS.ProcessEnv = { ...process.env, INIT_CWD: repository.path, NEO4J_URI: 'bolt://127.0.0.1:1', XDG_CACHE_HOME: cache, GATEWAY_BASE_URL: `http://127.0.0.1:${port}`, ...more }; // prettier-ignore
    if (more['GATEWAY_API_KEY'] === undefined) delete env['GATEWAY_API_KEY'];
    const child = spawn(process.execPath, [COMMAND, ...args], { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { status, stdout, stderr };
  }

  it('take in what is not committed, new files too, and nothing that git ignores', async () => {
    const { status, stdout, stderr } = await run(['.', 'HEAD', '--json', '--no-model'], { GATEWAY_API_KEY: 'key' });
    assert.equal(status, 0, stderr);
    const review = JSON.parse(stdout) as LocalReview;
    assert.equal(review.head, 'working tree');
    assert.deepEqual(review.files.map(({ path, status: how }) => `${how} ${path}`).sort(), [
      'added shop/new.py',
      'modified shop/price.py',
    ]);
    assert.deepEqual(review.facts.broken.map(({ path, line, reason }) => `${path}:${line} ${reason}`), [
      'shop/cart.py:5 gives 1 argument, and 2 are needed now',
    ]); // prettier-ignore
    assert.deepEqual(review.facts.dead.map(({ qualified_name: name, tier }) => `${name} ${tier}`), ['_unused never_called']); // prettier-ignore
    assert.deepEqual(review.placements.map(({ path, rule }) => `${path} ${rule ?? ''}`), ['shop/price.py F401']); // prettier-ignore
    assert.match(review.payload.walkthrough, /### Facts/);
    assert.doesNotMatch(review.payload.walkthrough, /incomplete/);
    assert.doesNotMatch(stdout, /IGNORED/);
    assert.deepEqual(asked, [], 'no code went to anybody');
  });

  it('end as --fail-on says, also when a hook runs them from a folder within', async () => {
    const sub = join(repository.path, 'shop');
    const hook = { GIT_DIR: '/nowhere/.git', GIT_INDEX_FILE: '/nowhere/index', INIT_CWD: sub };
    const passed = await run(['.', 'HEAD', '--no-model', '--fail-on', 'critical'], hook);
    assert.deepEqual([passed.status, passed.stderr], [0, '']);
    const failed = await run(['.', 'HEAD', '--no-model', '--fail-on', 'low'], hook);
    assert.deepEqual([failed.status, failed.stderr], [1, '1 finding of severity low or above.\n']);
    assert.match(failed.stdout, /F401/);
  });

  it('ask the model that is configured, with the code around the change and nothing that is ignored', async () => {
    const { status, stderr, stdout } = await run(['.', 'HEAD', '--fail-on', 'critical'], { GATEWAY_API_KEY: 'key' });
    assert.equal(status, 0, stderr);
    assert.ok(asked.length > 0);
    assert.match(asked.join(), /total_of\(items, tax\)/);
    assert.match(asked.join(), /calls total_of|gives 1 argument/);
    assert.doesNotMatch(asked.join(), /IGNORED/);
    assert.match(stdout, /the model/);
    const before = asked.length;
    repository.git('stash', '--quiet');
    repository.commit({ '.reviewgraph.yml': 'mode: facts\n' });
    repository.git('stash', 'pop', '--quiet');
    const facts = await run(['.', 'HEAD', '--json'], { GATEWAY_API_KEY: 'key' });
    assert.equal(facts.status, 0, facts.stderr);
    assert.equal(asked.length, before, 'mode: facts keeps code from a model here too');
  });

  it('give the facts alone, and say what is missing', async () => {
    const { status, stdout } = await run(['.', 'HEAD', '--facts', '--json']);
    assert.equal(status, 0);
    const facts = JSON.parse(stdout) as CommitFacts;
    assert.equal(facts.head, 'working tree');
    assert.deepEqual(facts.callers.map(({ of, path }) => `${of} ${path}`), ['total_of shop/cart.py']); // prettier-ignore
    const bare = join(makeFolder(), 'bare.git');
    repository.git('clone', '--quiet', '--bare', repository.path, bare);
    const refused = await run([bare, 'HEAD', '--no-model']);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, /is a bare repository, which has no working tree/);
  });
});
