/**
 * The tokens of models that the reviews of a repository use in a day (UTC). Automatic reviews have a share of them and no
 * more, so that commands still work. A run asks before it asks a model, and what the model's answers cost is counted with
 * the step that holds them: a run is never stopped in the middle, so the last of a day may go beyond.
 *
 *     REVIEW_TOKENS_PER_DAY=400000, REVIEW_AUTO_TOKENS_PERCENT=50
 *     { day: "2026-11-29", commanded: 30000, automatic: 210000 }     automatic reviews rest, commands have 160,000 left
 */
import { tokenBudgets, type TokenBudget } from '../../../documents/automatic.ts';
import { repositoryStands } from '../../../documents/repositories.ts';
import { reviewRuns } from '../../../documents/reviews.ts';
import type { RunKey } from '../../../documents/reviews.ts';
import type { RunUsage } from '../../../model/reviews.ts';
import type { Ports, Settings, StoreTransaction } from '../../../ports.ts';

export type BudgetSettings = Pick<Settings, 'automatic' | 'tokensPerDay'>;

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

function usedOn(budget: TokenBudget, day: string): { commanded: number; automatic: number } {
  return budget?.day === day ? budget : { commanded: 0, automatic: 0 };
}

/** Why no model may be asked any more today, in a sentence; undefined while one may. */
export function whySpent(
  budget: TokenBudget,
  { automatic: { tokensPercent }, tokensPerDay }: BudgetSettings,
  isAutomatic: boolean,
  now: Date,
): string | undefined {
  if (tokensPerDay <= 0) return undefined;
  const used = usedOn(budget, dayOf(now));
  if (used.commanded + used.automatic >= tokensPerDay) {
    return `this repository has used its ${tokensPerDay} tokens of today; there are new ones at 00:00 UTC`;
  }
  const share = Math.floor((tokensPerDay * tokensPercent) / 100);
  if (!isAutomatic || used.automatic < share) return undefined;
  return `automatic reviews have used their ${share} of this repository's ${tokensPerDay} tokens of today; commands still work, and there are new ones at 00:00 UTC`;
}

export function readBudget(
  from: Pick<StoreTransaction, 'get'>,
  { tokensPerDay }: Pick<Settings, 'tokensPerDay'>,
  repoKey: string,
): Promise<TokenBudget> {
  // Without a limit nobody asks for what was used.
  return tokensPerDay <= 0 ? Promise.resolve(undefined) : tokenBudgets.get(from, { repo_key: repoKey });
}

/** Whether a command is to be told that nothing is left: the first of the day is. */
export function tellOnce(tx: StoreTransaction, repoKey: string, budget: TokenBudget): boolean {
  if (budget === undefined || budget.told) return false;
  tokenBudgets.set(tx, { repo_key: repoKey }, { ...budget, told: true });
  return true;
}

/** Once for a run, however often it is called. */
export async function countTokens(
  { store, clock, settings }: Pick<Ports, 'clock' | 'store'> & { settings: BudgetSettings },
  key: RunKey,
  { prompt_tokens: prompt, completion_tokens: completion }: RunUsage,
): Promise<void> {
  if (settings.tokensPerDay <= 0 || prompt + completion === 0) return;
  await store.transaction(async (tx) => {
    const [run, budget, stands] = await Promise.all([
      reviewRuns.get(tx, key),
      tokenBudgets.get(tx, key),
      repositoryStands(tx, key.repo_key),
    ]);
    if (run === undefined || run.tokens_counted || !stands) return;
    const day = dayOf(clock.now());
    const { commanded, automatic } = usedOn(budget, day);
    const cost = prompt + completion;
    tokenBudgets.set(tx, key, {
      day,
      commanded: commanded + (run.automatic ? 0 : cost),
      automatic: automatic + (run.automatic ? cost : 0),
      told: budget?.day === day && budget.told,
    });
    reviewRuns.update(tx, key, { tokens_counted: true });
  });
}

/** What an answer to a comment has used: people asked for it, as for a command. */
export async function countAnswer(
  { store, clock, settings }: Pick<Ports, 'clock' | 'store'> & { settings: BudgetSettings },
  repoKey: string,
  { prompt_tokens: prompt, completion_tokens: completion }: RunUsage,
): Promise<void> {
  if (settings.tokensPerDay <= 0 || prompt + completion === 0) return;
  await store.transaction(async (tx) => {
    const key = { repo_key: repoKey };
    const [budget, stands] = await Promise.all([tokenBudgets.get(tx, key), repositoryStands(tx, repoKey)]);
    if (!stands) return;
    const day = dayOf(clock.now());
    const { commanded, automatic } = usedOn(budget, day);
    const told = budget?.day === day && budget.told;
    tokenBudgets.set(tx, key, { day, commanded: commanded + prompt + completion, automatic, told });
  });
}
