import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from '../platform/process/harness.ts';
import { plantPullRequest } from '../flow/work/words.ts';
import { servedPlane } from './control-plane.ts';
import { canSplit, startContainer } from './start-container.ts';

const files = { 'src/a.txt': 'one\nBAD two\n' };

describe('the container of engines', () => {
  it.each([false, ...(canSplit ? [true] : [])])(
    'checks a head by what the broker gives it; with a second user: %s',
    async (split) => {
      const plane = await servedPlane(await plantPullRequest({ files }), { work: 'check' });
      const { environment } = plane;
      const started = await startContainer('engine', { environment, split });
      const { code, stderr } = await started.ended;
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(await plane.runs.loadRun(plane.brief.runId)).toMatchObject({
        status: 'succeeded',
        summary: { findings: { new: 1, tolerated: 0 } },
      });
      expect(await plane.state()).toMatchObject({ unreported: [plane.brief.runId] });
      const left = readdirSync(started.temporary).filter((name) => name.startsWith('ratchetr-'));
      expect(left).toEqual([]);
    },
  );

  it('is refused when it is started again with what another one has shown before', async () => {
    const plane = await servedPlane(await plantPullRequest({ files }), { work: 'check' });
    const { environment } = plane;
    const first = await startContainer('engine', { environment });
    await eventually(() => plane.asked.includes('/git/git-upload-pack') || undefined);
    first.signal('SIGKILL');
    await first.ended;
    const second = await startContainer('engine', { environment });
    const { code, stderr } = await second.ended;
    expect(code).toBe(3);
    expect(stderr).toContain('The worker did not start: ');
  });

  it('begins nothing without what it is launched with', async () => {
    const { code, stderr } = await (await startContainer('engine', { environment: {} })).ended;
    expect(code).toBe(3);
    expect(stderr).toContain('RATCHETR_BROKER_URL is not set');
  });

  it('begins nothing where it was not stripped of its rights', async () => {
    const args = ['--as-user', '10001:10001'];
    const { code, stderr } = await (
      await startContainer('engine', { environment: {}, args })
    ).ended;
    expect(code).toBe(3);
    expect(stderr).toMatch(/The supervisor (?:has more rights|must run as root|needs)/);
  });
});
