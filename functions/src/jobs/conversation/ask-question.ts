/**
 * What the model says to a question: it has the change before it as a review has, at the pull request's head now, the same
 * tools over the same commit, and the thread. Secrets are masked in all of it, as in a review. `mode: facts` sends no code to
 * a model, so nothing is asked then.
 */
import { QUESTIONS } from '../../graph/queries/questions.ts';
import { semanticSearch } from '../../graph/queries/semantic-search.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmComment, ScmPullRequest } from '../../ports.ts';
import { answerQuestion, type Answer, type ThreadEntry } from '../../review/agent/answer-question.ts';
import { materialFiles } from '../../review/agent/material-files.ts';
import { fileTools } from '../../review/agent/tools-files.ts';
import { graphTools } from '../../review/agent/tools-graph.ts';
import { guardedGateway, guardOf } from '../../review/secrets/guard.ts';
import { guardedTools, reviewScope } from '../reviews/ask.ts';
import type { Configuration } from '../reviews/configuration.ts';
import { changeBetween, type Change } from '../reviews/change/change.ts';
import { withoutSecrets } from '../reviews/change/without-secrets.ts';
import type { Thread } from './find-thread.ts';

export type AskPorts = Pick<Ports, 'gateway' | 'git' | 'graph' | 'linters' | 'scm' | 'settings'>;

export interface Question {
  repository: RepositoryRecord;
  token: string;
  pull: ScmPullRequest;
  configuration: Configuration;
  thread: Thread;
  /** Instead of the comment's own words. */
  words?: string;
  signal: AbortSignal;
}

/** Failures are AppErrors as platform, git, graph and gateway give them. */
export async function askQuestion(ports: AskPorts, question: Question): Promise<Answer> {
  const { repository, token, pull, configuration, signal } = question;
  const { owner, repo_name: name } = repository;
  const base = await ports.scm.mergeBase(token, owner, name, pull);
  const commits = [...new Set([pull.headSha, base])];
  const url = ports.scm.cloneUrl(owner, name);
  const snapshots = await ports.git.fetchCommits({ url, token, commits, signal });
  try {
    const [head, before = head] = snapshots;
    if (head === undefined || before === undefined) throw new Error('two commits were asked for');
    const found = await changeBetween(before, head, undefined, configuration.config);
    const { asked, before: said } = question.thread;
    const words = [pull.title, pull.body, question.words ?? asked.body, ...said.map(({ body }) => body)];
    const masked = await withoutSecrets(ports.linters, found, { others: words, signal });
    return await ask(ports, question, masked.change, masked.others);
  } finally {
    for (const snapshot of snapshots) await snapshot.close();
  }
}

/** `words`: title, description, question and what was said before, without secrets. */
async function ask(
  ports: AskPorts,
  question: Question,
  change: Change,
  [title = '', body = '', words = '', ...said]: readonly string[],
): Promise<Answer> {
  const { graph, settings } = ports;
  const { repository, pull, configuration, thread, signal } = question;
  const { diffs, selected, patches, head, secrets } = change;
  const guard = guardOf(secrets.values);
  const gateway = guardedGateway(ports.gateway, secrets.values);
  const repoId = repoIdOf(repository.owner, repository.repo_name);
  const questions = [...QUESTIONS, semanticSearch((texts) => gateway.embed(texts, signal))];
  const path = thread.place?.path;
  const files = materialFiles(diffs, selected, patches);
  const reviewed = selected.reviewed.map(({ diff }) => diff.path);
  const answer = await answerQuestion({
    gateway,
    material: {
      repoId,
      number: pull.number,
      title: guard(title),
      body: guard(body),
      author: pull.author,
      // What the thread stands on is shown whatever else finds room.
      files: [...files.filter((file) => file.path === path), ...files.filter((file) => file.path !== path)],
      context: [],
      instructions: guard(configuration.config.instructionsFor(reviewed)),
      guidelines: guard(configuration.guidelines),
      language: configuration.config.language,
      known: [],
      remarks: [],
    },
    tools: guardedTools([...graphTools(graph, reviewScope(repository), questions), ...fileTools(head)], guard),
    model: settings.reviewModel,
    maxToolRounds: settings.maxToolRounds,
    place: placeOf(thread),
    thread: guard(thread.before.map((comment, at) => entryOf(thread, comment, said[at] ?? ''))),
    question: guard({ author: thread.asked.author, text: words }),
    signal,
  });
  return { ...answer, text: guard(answer.text) };
}

function placeOf({ place }: Thread): string | null {
  if (place === null) return null;
  return place.line === null ? `${place.path}, on lines that have changed since` : `${place.path}, line ${place.line}`;
}

function entryOf(thread: Thread, comment: ScmComment, text: string): ThreadEntry {
  // The hidden mark says nothing to a model.
  if (thread.isMine(comment)) return { author: 'you', text: text.replace(/^\s*<!--.*?-->\s*/s, '') };
  return { author: comment.author, text };
}
