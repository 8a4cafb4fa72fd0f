/**
 * Whether anything of a private repository comes through to somebody else: every endpoint of the query group is asked
 * by Eve before Ada's private repository exists and again when it does. The answers have to be the same, to the last
 * count, flag and error text.
 *
 * Names, words and paths are of this test alone, so that other tests' repositories in the same graph change nothing.
 */
import assert from 'node:assert/strict';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { createQueryApi } from '../../../src/api/routes/query.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';

const own = `q${process.pid}x${Date.now().toString(36)}`.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
const branches = Array.from({ length: 40 }, (_, at) => `    if x == ${at}: return ${own}Step(${at})`).join('\n');

/** The same names and the same path in every repository; `mark` stands in each text that an answer could show. */
function texts(mark: string): Record<string, string> {
  return {
    [`${own}/same.py`]: [
      `import ${own}lib as ${own}alias`,
      `from .other import ${own}Step`,
      `${own.toUpperCase()}_LIMIT = "${mark}"`,
      `class ${own}Base:`,
      `    """Base of ${mark}."""`,
      `    def ${own}Open(self): return ${own}Hard(1)`,
      `class ${own}Child(${own}Base): pass`,
      `class ${own}_${mark}(${own}Base): pass`,
      `def ${own}Hard(x):`,
      `    """Decides for ${mark} and ${own}."""`,
      branches,
      `def ${own}_${mark}_only(): return ${own}Hard(2)`,
      `def ${own}Twice(x):`,
      branches,
      `def ${own}Double(x):`,
      branches,
      '',
    ].join('\n'),
    [`${own}/other.py`]: `def ${own}Step(n): return n  # ${mark}\nclass ${own}Base: pass\n`,
    [`${own}/${mark}.py`]: `from .same import ${own}Hard\n${own}Hard(3)\n# ${mark} ${own}\n`,
  };
}

interface Parameter {
  name: string;
  required?: boolean;
  in: string;
  schema: { type?: string; enum?: unknown[]; pattern?: string };
}

interface Asked {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

/** What stands in the parameters: by whether they name a symbol, a folder, or anything. */
interface Values {
  ids: string[];
  folders: string[];
  words: string[];
  filters: string[][];
}

const isFreeText = ({ name, schema: { type, enum: choices, pattern } }: Parameter): boolean =>
  type === 'string' && choices === undefined && pattern === undefined && !name.startsWith('repo_');

describe('api/query access', function () {
  this.timeout(1_200_000);
  const SECRET = 'vaultmark';
  let model: EmbeddingServer;
  let service: TestService;
  let ada: TestUser;
  let eve: TestUser;
  const sources: TestRepository[] = [];

  before(async () => {
    model = await startEmbeddingServer();
    const gateway = openaiGateway({ apiKey: 'key', baseUrl: model.baseUrl, embeddingModel: 'embedding-test' });
    service = await startService({ graph: await testGraph(), gateway, settings: { gatewayConfigured: true } });
    ada = await service.user(`ada-${own}`);
    eve = await service.user(`eve-${own}`);
    await index(eve, 'plaza', 'plazamark', false);
    await index(eve, 'cave', 'cavemark', true);
  });

  after(async () => {
    await service.close();
    await model.close();
    for (const source of sources) source.remove();
  });

  async function index(owner: TestUser, name: string, mark: string, isPrivate: boolean): Promise<void> {
    const source = makeRepository(texts(mark));
    sources.push(source);
    await service.host.addRepository({ owner: owner.login, name, from: source.path, private: isPrivate });
    const body = { owner: owner.login, repo_name: name };
    const started = await service.call('POST', '/api/v1/ingest/scm', { as: owner, body });
    assert.equal(started.status, 200, started.text);
    const { job_id: id } = started.body as { job_id: string };
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
  }

  /** Every GET of the group with every word in each of its texts, over all repositories and each one alone. */
  function requests(): Asked[] {
    const document = createQueryApi(service.ports).getOpenAPIDocument({
      openapi: '3.0.0',
      info: { title: 'test', version: '1' },
    });
    const names = ['', 'Hard', 'hrd', 'Base', 'lib', ` ${SECRET}`, `_${SECRET}`, '/same.py', `/${SECRET}.py`];
    const words = names.map((end) => own + end);
    const places = [`${eve.login}/cave`, `${ada.login}/vault`].map((repoId) => `${repoId} ${own}/same.py`);
    const ids = places.flatMap((file) => [file, `${file}#${own}Hard`, `${file}#${own}Base`]);
    const folders = [own, `${own}/${SECRET}.py`];
    const filters = [[], [eve.login, 'cave'], [ada.login, 'vault']];
    const asked: Asked[] = [];
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      const operation = (item as { get?: { parameters?: Parameter[] } }).get;
      if (operation !== undefined)
        asked.push(...getsOf(path, operation.parameters ?? [], { ids, folders, words, filters }));
    }
    for (const word of words) {
      for (const [repoOwner, repoName] of filters) {
        const repository = repoOwner === undefined ? {} : { repoOwner, repoName };
        asked.push({ method: 'POST', path: '/api/v1/query/semantic', body: { question: word, ...repository } });
      }
    }
    return asked;
  }

  /** One GET with every value in each of its texts, each of its flags, and every repository. */
  function getsOf(path: string, parameters: readonly Parameter[], values: Values): Asked[] {
    const text = parameters.filter(isFreeText);
    const takesIds = text.every(({ name }) => ['symbol_id', 'from', 'to'].includes(name));
    const named = text.filter(({ name }) => name !== 'symbol_id' || takesIds).map(({ name }) => name);
    const flags = parameters.filter(({ schema }) => schema.type === 'boolean').map(({ name }) => name);
    const filters = parameters.some(({ name }) => name === 'repo_owner') ? values.filters : [[]];
    const asked: Asked[] = [];
    for (const [repoOwner, repoName] of filters) {
      // Without the commits that it may name.
      if (path.endsWith('/changes') && repoOwner !== undefined && repoName !== undefined) {
        asked.push({ method: 'GET', path: `${path}?repo_owner=${repoOwner}&repo_name=${repoName}` });
      }
      for (const word of wordsFor(parameters, text.length, takesIds, values)) {
        for (const flag of [undefined, ...flags]) {
          const query = new URLSearchParams();
          for (const name of named) query.set(name, name === 'path' && text.length > 1 ? `${own}/same.py` : word);
          if (flag !== undefined) query.set(flag, 'true');
          if (repoOwner !== undefined) query.set('repo_owner', repoOwner);
          if (repoName !== undefined) query.set('repo_name', repoName);
          asked.push({ method: 'GET', path: `${path}?${query.toString()}` });
        }
      }
    }
    return asked;
  }

  function wordsFor(parameters: readonly Parameter[], textCount: number, takesIds: boolean, values: Values): string[] {
    if (textCount === 0) return [''];
    if (takesIds) return values.ids;
    const ofOne = parameters.some(({ name, required }) => name === 'repo_owner' && required === true);
    return ofOne ? values.folders : values.words;
  }

  /** What of an answer depends on nothing but the caller's repositories and those of this test. */
  function comparable({ path, body }: Asked, { status, text }: Answer): string {
    const ofAll = !path.includes('repo_owner') && !JSON.stringify(body ?? {}).includes('repoOwner');
    // Of all public repositories the most complex and the nearest: other tests have some.
    const others = path.includes('/stats') || (ofAll && (path.includes('/top') || path.includes('/semantic')));
    if (others) return String(status);
    // Scores of words rest on the whole index, which other tests write to at the same time: equals change places.
    return status === 200 ? `${status} ${inOneOrder(text)}` : `${status} ${text}`;
  }

  /** The answer with each of its lists sorted, and without scores. */
  function inOneOrder(text: string): string {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).sort();
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).filter(([key]) => key !== 'score');
      return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
    };
    return JSON.stringify(sorted(JSON.parse(text)));
  }

  async function answersTo(user: TestUser, asked: readonly Asked[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let at = 0; at < asked.length; at += 8) {
      const some = asked.slice(at, at + 8);
      answers.push(
        ...(await Promise.all(some.map(({ method, path, body }) => service.call(method, path, { as: user, body })))),
      );
    }
    return answers;
  }

  it('answers one user as if the private repositories of another were not there', async () => {
    const asked = requests();
    assert.ok(new Set(asked.map(({ path }) => path.split('?')[0])).size >= 16, 'every endpoint is asked');
    const before = await answersTo(eve, asked);
    await index(ada, 'vault', SECRET, true);
    const after = await answersTo(eve, asked);
    const vault = `${ada.login}/vault`;
    for (const [at, one] of asked.entries()) {
      const [first, second] = [before[at], after[at]];
      assert.ok(first !== undefined && second !== undefined);
      assert.ok(second.status < 500, `${one.path} ${second.text}`);
      assert.equal(comparable(one, second), comparable(one, first), `${one.path} ${JSON.stringify(one.body)}`);
      if (!JSON.stringify(one).includes(ada.login)) assert.ok(!second.text.includes(vault), one.path);
    }
    // Ada is shown her repository by every endpoint but the statistics, which name none: so each could have shown it.
    const hers = asked.filter((one) => !JSON.stringify(one).includes(eve.login));
    const seen = await answersTo(ada, hers);
    const commit = sources.at(-1)?.git('rev-parse', 'HEAD').trim() ?? '';
    const marks = [`"${vault}"`, `"${commit}"`];
    const showing = hers.filter((_, at) => marks.some((mark) => seen[at]?.text.includes(mark)));
    const endpoints = (some: readonly Asked[]) => [...new Set(some.map(({ path }) => path.split('?')[0]))];
    const shown = endpoints(showing);
    assert.deepEqual(
      endpoints(asked).filter((path) => !shown.includes(path)),
      ['/api/v1/query/stats'],
    );
  });

  it('counts only what the caller may read', async () => {
    const stats = async (user: TestUser) =>
      (await service.call('GET', '/api/v1/query/stats', { as: user })).body as {
        repositories: number;
        nodes: Record<string, number>;
      };
    for (;;) {
      const first = await stats(eve);
      const hers = await stats(ada);
      const second = await stats(eve);
      // Other tests may have written meanwhile.
      if (JSON.stringify(first) !== JSON.stringify(second)) continue;
      // Eve reads the cave and Ada the vault, which hold the same number of everything.
      assert.deepEqual(hers, first);
      break;
    }
    const stranger = await service.user(`bob-${own}`);
    for (;;) {
      const first = await stats(eve);
      const his = await stats(stranger);
      if (JSON.stringify(first) !== JSON.stringify(await stats(eve))) continue;
      assert.equal(first.repositories - his.repositories, 1);
      assert.ok((first.nodes['Function'] ?? 0) > (his.nodes['Function'] ?? 0));
      break;
    }
  });

  it('never ranks a stranger’s function among the most complex', async () => {
    const { body } = await service.call('GET', '/api/v1/query/code-finder/complexity/top?limit=100', { as: eve });
    const { results } = body as { results: { repo_id: string }[] };
    assert.ok(results.some(({ repo_id: id }) => id === `${eve.login}/cave`));
    assert.ok(results.every(({ repo_id: id }) => id !== `${ada.login}/vault`));
  });

  it('answers for a repository that the caller cannot read as for one that does not exist', async () => {
    for (const path of [
      'search?query=a',
      'code-finder/function?name=a',
      'code-finder/peek?path=a',
      'find_callers?symbol_name=a',
    ]) {
      const ask = (owner: string, name: string) =>
        service.call('GET', `/api/v1/query/${path}&repo_owner=${owner}&repo_name=${name}`, { as: eve });
      const [hidden, missing] = [await ask(ada.login, 'vault'), await ask(ada.login, 'nowhere')];
      assert.deepEqual([hidden.status, missing.status], [404, 404]);
      assert.equal(hidden.text, missing.text.replace('nowhere', 'vault'));
    }
  });
});
