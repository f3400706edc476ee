import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunReport } from '#model/run-report.ts';
import { type FakeAnswer, startFakeProvider } from '../../support/fake-provider.ts';
import { repairBy } from './ground.ts';

const agents = ['claude-code', 'codex'] as const;

async function providerThat(answer: FakeAnswer) {
  const provider = await startFakeProvider(() => answer);
  onTestFinished(() => provider.stop());
  return provider;
}

/** Both tasks may be tried at once, and none of them twice. */
function mostAttempts({ tasks }: RunReport): number {
  return Math.max(...tasks.map(({ attempts }) => attempts.length));
}

describe.each(agents)('%s, which cannot work in any attempt', (agent) => {
  it.each([
    [404, 'does not know the model'],
    [403, 'does not allow it to call'],
    [401, 'rejected the API key'],
  ])('is left out after the first for status %i, and says why once', async (status, why) => {
    const provider = await providerThat({ status });
    const { code, report } = await repairBy(agent, provider);
    expect(report.summary?.sentence.split(why)).toHaveLength(2);
    expect(report.summary).toMatchObject({ outcome: 'unchanged', unavailable: 'account' });
    expect(mostAttempts(report)).toBe(1);
    expect(code).toBe(1);
  });

  it('is not started again where the budget pays for no first request', async () => {
    const provider = await providerThat({});
    const { code, report } = await repairBy(agent, provider, ['--budget', '0.05']);
    expect(report.summary?.sentence).toMatch(
      /pull request has \$0\.05 left, .*; stop here or raise .*--budget/,
    );
    expect(mostAttempts(report)).toBe(1);
    expect(provider.requests).toHaveLength(0);
    expect(code).toBe(1);
  });
});
