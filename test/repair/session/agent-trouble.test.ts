import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { codex } from '#agents/codex/agent.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { ProgramAgent } from '#agents/contract.ts';
import { runId } from '../../support/samples.ts';
import { type Planted, repair, shellAgent } from './agents.ts';
import { badFiles, type SessionGround, sessionGround } from './ground.ts';
import { triesOf } from './seen.ts';

/** A program that prints what the real one printed when its provider failed it, for so many of its first starts. */
function failing(real: ProgramAgent, printed: string, times: number): Planted {
  const { agent } = shellAgent('', { id: real.id });
  const script = `
    mkdir -p $MARKS/${real.id}; touch $MARKS/${real.id}/$$
    if [ $(ls $MARKS/${real.id} | wc -l) -le ${times} ]; then printf '%s' "$PRINTED"; exit 1; fi
    ${repair}
    printf '%s' "$ANSWER"
  `;
  return {
    program: ['sh', '-euc', script, 'sh'],
    agent: {
      ...agent,
      start: (...given) => {
        const start = agent.start(...given);
        return { ...start, env: { ...start.env, PRINTED: printed } };
      },
      read: (output) => (output.stdout === printed ? real.read(output) : agent.read(output)),
    },
  };
}

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/agents/${name}`, import.meta.url), 'utf8');

const { overloaded, wrongKey, noCredit } = {
  overloaded: recorded('claude-code/err-529.jsonl'),
  wrongKey: recorded('claude-code/err-401.json'),
  noCredit: recorded('claude-code/err-400.json'),
};

/** What Codex prints where our gateway refuses a call for a budget of more than the attempt. */
const budgetSpent = JSON.stringify({
  type: 'turn.failed',
  error: { message: 'The budget of this pull request is used up. (budget_spent)' },
});

const never = Number.MAX_SAFE_INTEGER;

/** The pauses between tries pass at once, and are written down; all else takes its time. */
function hastyClock() {
  const pauses: number[] = [];
  let ahead = 0;
  return {
    pauses,
    clock: {
      ...systemClock,
      now: () => systemClock.now() + ahead,
      sleep: async (ms: number, signal?: AbortSignal) => {
        const seconds = Math.round(ms / 1_000);
        if (![5, 15, 45, 60].includes(seconds)) return systemClock.sleep(ms, signal);
        pauses.push(seconds);
        ahead += ms;
      },
    },
  };
}

const startsOf = async ({ marks }: SessionGround, agent: string): Promise<number> =>
  (await readdir(`${marks}/${agent}`).catch(() => [])).length;

const countedOf = async ({ store }: SessionGround): Promise<readonly number[]> =>
  (await store.listTasks(runId('run-1'))).map(({ failures }) => failures);

describe('a provider that is busy', () => {
  it('is waited for, and no attempt is counted', async () => {
    const { clock, pauses } = hastyClock();
    const agents = [failing(claudeCode, overloaded, 3)];
    const settings = { order: ['claude-code'], maxWorkers: 1 };
    const ground = await sessionGround({ files: badFiles(1), agents, settings });
    expect((await ground.run({ deps: { clock } })).summary.outcome).toBe('green');
    expect(pauses).toEqual([5, 15, 45]);
    expect(await countedOf(ground)).toEqual([0]);
  });

  it('that stays so is given up after five tries for all tasks together, and told once', async () => {
    const { clock } = hastyClock();
    const agents = [failing(claudeCode, overloaded, never)];
    const settings = { order: ['claude-code'], maxWorkers: 3 };
    const ground = await sessionGround({ files: badFiles(4), agents, settings });
    const { summary } = await ground.run({ deps: { clock } });
    expect(summary).toMatchObject({ outcome: 'unchanged', unavailable: 'provider' });
    expect(summary.sentence).toMatch(
      /^None of 4 findings repaired: 4 left\. .*did not reach its provider.*5 times in a row\.$/,
    );
    expect(await countedOf(ground)).toEqual([0, 0, 0, 0]);
    // Those that were under way together when it began saw the same outage.
    expect(await startsOf(ground, 'claude-code')).toBeLessThanOrEqual(5 * 3);
  });

  it('is left for the next agent of the order once it has stayed so', async () => {
    const { clock } = hastyClock();
    const agents = [failing(claudeCode, overloaded, never), shellAgent(repair, { id: 'two' })];
    const settings = { order: ['claude-code', 'two'], maxWorkers: 1 };
    const ground = await sessionGround({ files: badFiles(2), agents, settings });
    const { summary } = await ground.run({ deps: { clock } });
    expect(summary).toMatchObject({ outcome: 'green' });
    expect(summary.unavailable).toBeUndefined();
    expect(await startsOf(ground, 'claude-code')).toBe(5);
  });
});

describe('an account that is not accepted', () => {
  it.each([
    ['a wrong key', wrongKey],
    ['no credit', noCredit],
  ])('%s: its agent is started once, and no attempt is counted', async (_name, printed) => {
    const agents = [failing(claudeCode, printed, never)];
    const settings = { order: ['claude-code'], maxWorkers: 1 };
    const ground = await sessionGround({ files: badFiles(3), agents, settings });
    const { summary } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'unchanged', unavailable: 'account' });
    expect(await startsOf(ground, 'claude-code')).toBe(1);
    expect(await countedOf(ground)).toEqual([0, 0, 0]);
  });

  it('leaves the work to the next agent of the order', async () => {
    const agents = [failing(claudeCode, wrongKey, never), shellAgent(repair, { id: 'two' })];
    const settings = { order: ['claude-code', 'two'], maxWorkers: 1 };
    const ground = await sessionGround({ files: badFiles(2), agents, settings });
    expect((await ground.run()).summary.outcome).toBe('green');
    expect(await startsOf(ground, 'claude-code')).toBe(1);
    expect(Object.values(await triesOf(ground)).flat()).not.toContain('abandoned');
  });
});

describe('a budget that is used up', () => {
  it('stops the run once, for all agents that cost anything', async () => {
    const agents = [failing(codex, budgetSpent, never), shellAgent(repair, { id: 'two' })];
    const settings = { order: ['codex', 'two'], maxWorkers: 1 };
    const ground = await sessionGround({ files: badFiles(4), agents, settings });
    const { summary } = await ground.run();
    expect(summary.outcome).toBe('unchanged');
    expect(summary.unavailable).toBeUndefined();
    expect(summary.sentence.match(/budget of this pull request is used up/g)).toHaveLength(1);
    expect(await startsOf(ground, 'codex')).toBe(1);
    expect(await ground.store.listAttempts(runId('run-1'))).toHaveLength(1);
    expect(await countedOf(ground)).toEqual([0, 0, 0, 0]);
  });
});
