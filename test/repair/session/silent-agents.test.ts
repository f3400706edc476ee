import { describe, expect, it } from 'vitest';
import { reviewTasks } from '#repair/rules/tasks/review.ts';
import { runId } from '../../support/samples.ts';
import { repair, shellAgent } from './agents.ts';
import { badFiles, sessionGround } from './ground.ts';
import { triesOf } from './seen.ts';
import { usualSettings } from './settings.ts';

/** How an agent ends, and how that is told. */
const ends = {
  'without a word': ['exit 0', 'AGENT_GARBAGE'],
  'with half an answer': [`printf '{ "status": "succ'; exit 0`, 'AGENT_GARBAGE'],
  'in a crash': ['exit 3', 'AGENT_FAILED'],
  'by a signal': ['kill -9 $$', 'AGENT_FAILED'],
  'out of time': ['sleep 30', 'AGENT_TIMED_OUT'],
} as const;

const settings = {
  attemptMs: 3_000,
  retryPolicy: { ...usualSettings.retryPolicy, maxAttempts: 1 },
};

describe('an agent that ends badly', () => {
  it.each(Object.entries(ends))('is judged by its change: %s', async (_name, [end, code]) => {
    const agents = [shellAgent(`${repair}\n${end}`)];
    const ground = await sessionGround({ files: badFiles(1), agents, settings });
    const { summary } = await ground.run();
    expect(summary.outcome).toBe('green');
    const [attempt] = await ground.store.listAttempts(runId('run-1'));
    expect(attempt?.verdict).toEqual({
      kind: 'accepted',
      warnings: [{ code, sentence: expect.stringContaining('The agent ') }],
    });
    expect(attempt?.summary).toMatchObject({
      result: { status: 'success', changes: { files_changed: ['src/f0.txt'] } },
    });
  });

  it.each(Object.entries(ends))('is refused without a change: %s', async (_name, [end, code]) => {
    const ground = await sessionGround({ files: badFiles(1), agents: [shellAgent(end)], settings });
    expect((await ground.run()).summary.outcome).toBe('unchanged');
    expect(await triesOf(ground)).toMatchObject({
      'bad fix src/f0.txt': [expect.stringContaining(code), 'abandoned'],
    });
  });

  it('is refused for what its change leaves undone, and is called no liar', async () => {
    const agents = [shellAgent('echo more >> "$1"\nexit 0')];
    const ground = await sessionGround({ files: badFiles(1), agents, settings });
    expect((await ground.run()).summary.outcome).toBe('unchanged');
    expect(await triesOf(ground)).toEqual({
      'bad fix src/f0.txt': ['command failed FINDINGS_LEFT AGENT_GARBAGE', 'abandoned'],
    });
  });

  it.each([
    ['out of time', 'AGENT_TIMED_OUT', false],
    ['in a crash', 'AGENT_FAILED', false],
    ['without a word', 'command succeeded', true],
  ] as const)(
    'is not believed to be done where nothing shows it: %s',
    async (end, code, isTaken) => {
      const agents = [shellAgent(`echo asked >> "$1"\n${ends[end][0]}`)];
      const ground = await sessionGround({ files: { 'src/f0.txt': 'one\n' }, agents, settings });
      const threads = [
        { path: 'src/f0.txt', line: 1, author: 'zoe', body: 'Say that it was asked.' },
      ];
      const { retryPolicy } = settings;
      const planning = { runId: ground.runId, retryPolicy, threads };
      const beside = reviewTasks({ hash: (text) => ground.deps.hash.hex(text) }, planning);
      const { tree } = await ground.run({ begin: { beside } });
      const [, text] = (await ground.filesOf(tree))['src/f0.txt'] ?? [];
      expect(text?.includes('asked')).toBe(isTaken);
      expect(JSON.stringify(await triesOf(ground))).toContain(code);
    },
  );
});
