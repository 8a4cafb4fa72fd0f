/**
 * What the model says to a question: it has the change before it as a review has, at the pull request's head now, the same
 * tools over the same commit, and the thread. `mode: facts` sends no code to a model, so nothing is asked then.
 */
import { scopeOf } from '../../graph/access.ts';
import { QUESTIONS } from '../../graph/queries/questions.ts';
import { semanticSearch } from '../../graph/queries/semantic-search.ts';
import { repoIdOf } from '../../model/ids.ts';
import { redact } from '../../model/redact.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmComment, ScmPullRequest } from '../../ports.ts';
import { answerQuestion, type Answer, type ThreadEntry } from '../../review/agent/answer-question.ts';
import { materialFiles } from '../../review/agent/material-files.ts';
import { fileTools } from '../../review/agent/tools-files.ts';
import { graphTools } from '../../review/agent/tools-graph.ts';
import type { Configuration } from '../reviews/configuration.ts';
import { changeBetween, type Change } from '../reviews/gather.ts';
import type { Thread } from './find-thread.ts';

export type AskPorts = Pick<Ports, 'gateway' | 'git' | 'graph' | 'scm' | 'settings'>;

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
    const change = await changeBetween(before, head, undefined, configuration.config.includes);
    return await ask(ports, question, change);
  } finally {
    for (const snapshot of snapshots) await snapshot.close();
  }
}

function ask(ports: AskPorts, question: Question, change: Change): Promise<Answer> {
  const { gateway, graph, settings } = ports;
  const { repository, pull, configuration, thread, signal } = question;
  const { diffs, selected, patches, head } = change;
  const repoId = repoIdOf(repository.owner, repository.repo_name);
  const scope = scopeOf({ privateRepoIds: repository.private ? [repoId] : [], hiddenRepoIds: [] }, repoId);
  const questions = [...QUESTIONS, semanticSearch((texts) => gateway.embed(texts, signal))];
  const path = thread.place?.path;
  const files = materialFiles(diffs, selected, patches);
  const reviewed = selected.reviewed.map(({ diff }) => diff.path);
  return answerQuestion({
    gateway,
    material: {
      repoId,
      number: pull.number,
      title: pull.title,
      body: pull.body,
      author: pull.author,
      // What the thread stands on is shown whatever else finds room.
      files: [...files.filter((file) => file.path === path), ...files.filter((file) => file.path !== path)],
      context: [],
      instructions: configuration.config.instructionsFor(reviewed),
      guidelines: configuration.guidelines,
      language: configuration.config.language,
      known: [],
      remarks: [],
    },
    tools: [...graphTools(graph, scope, questions), ...fileTools(head)],
    model: settings.reviewModel,
    maxToolRounds: settings.maxToolRounds,
    place: placeOf(thread),
    thread: thread.before.map((comment) => entryOf(thread, comment)),
    question: { author: thread.asked.author, text: redact(question.words ?? thread.asked.body) },
    signal,
  });
}

function placeOf({ place }: Thread): string | null {
  if (place === null) return null;
  return place.line === null ? `${place.path}, on lines that have changed since` : `${place.path}, line ${place.line}`;
}

function entryOf(thread: Thread, comment: ScmComment): ThreadEntry {
  // The hidden mark says nothing to a model.
  if (thread.isMine(comment)) return { author: 'you', text: redact(comment.body.replace(/^\s*<!--.*?-->\s*/s, '')) };
  return { author: comment.author, text: redact(comment.body) };
}
