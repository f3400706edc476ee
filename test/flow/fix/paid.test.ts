import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../support/fake-provider.ts';
import { fix, triesOf } from './run-fix.ts';
import { plantWords } from './words.ts';

const asker = join(import.meta.dirname, '../../fixtures/programs/ask-model.mjs');
const secret = 'the-real-key-of-the-provider';

/** So many tokens of input for each request that it costs ten cents by the list. */
async function dearProvider(): Promise<FakeProvider> {
  const provider = await startFakeProvider(() => ({ usage: { input: 200_000, output: 0 } }));
  onTestFinished(() => provider.stop());
  return provider;
}

function asking(times: number): readonly string[] {
  return [process.execPath, asker, String(times)];
}

function keyFor(provider: FakeProvider) {
  return {
    env: {
      ANTHROPIC_API_KEY: secret,
      RATCHETR_MODELS_ORIGINS_ANTHROPIC: provider.origin,
    },
  };
}

describe('an agent that is paid for', () => {
  it('costs what the gateway saw, and never sees the key', async () => {
    const provider = await dearProvider();
    const { root } = await plantWords({ agent: asking(2) });
    const { code, report } = await fix(root, ['--apply'], keyFor(provider));
    expect(code).toBe(0);
    expect(report.costs).toMatchObject([{ agent: 'command', source: 'metered' }]);
    const usd = report.tasks.flatMap(({ attempts }) => attempts.map(({ cost }) => cost?.usd));
    expect(usd).toEqual([0.2, 0.2]);
    expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual(
      Array.from({ length: 4 }, () => secret),
    );
    expect(await allThatIsKept(root)).not.toContain(secret);
  });

  it('is stopped by the gateway when the budget is spent, and asked no more', async () => {
    const provider = await dearProvider();
    const { root } = await plantWords({
      agent: asking(5),
      config: { workers: { max: 1, maxAgents: 1 }, retry: { maxAttempts: 3 } },
    });
    const { code, report } = await fix(root, ['--apply', '--budget', '0.25'], keyFor(provider));
    expect(code).toBe(1);
    // The last response may go beyond, but none is asked for after it.
    expect(provider.requests.length).toBeLessThanOrEqual(3);
    expect(Object.values(triesOf(report))[0]?.[0]).toContain('AGENT_FAILED');
    expect(report.summary?.sentence.match(/budget/g)).toHaveLength(1);
  });
});

/** State, artifacts and events of a run. */
async function allThatIsKept(root: string): Promise<string> {
  const folder = join(root, '.ratchetr');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('');
}
