import { describe, expect, it } from 'vitest';
import { decideGround, minute } from './ground.ts';

describe('a check that does not end', () => {
  it('is told by name once it has lasted too long, and asks for a person', async () => {
    const ground = await decideGround({ config: { timeouts: { waitingForChecks: '1h' } } });
    const { hands, clock } = ground;
    const pull = ground.open('feature');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull);
    const pending = () => hands.status({ sha: pull.headSha, context: 'tide', state: 'PENDING' });
    pending();
    expect(await ground.look(id)).toBe('CI_RUNNING');
    clock.advance(50 * minute);
    pending();
    expect(await ground.look(id)).toBe('CI_RUNNING');
    await ground.pass(11 * minute);
    const { lastDecision, session } = await ground.state(id);
    expect(lastDecision).toMatchObject({
      action: 'WAIT',
      code: 'RUNNING_TOO_LONG',
      needsHuman: true,
    });
    expect(lastDecision?.reason).toMatch(
      /^These checks do not end: tide \(since \d{4}-.* UTC\)\.$/,
    );
    expect(session).toBeUndefined();
    await ground.pass(10 * minute);
    expect(await ground.story(id)).toEqual(['CI_RUNNING', 'RUNNING_TOO_LONG']);
    hands.status({ sha: pull.headSha, context: 'tide', state: 'SUCCESS' });
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it.each(['WAITING', 'QUEUED', 'IN_PROGRESS'] as const)('may be %s', async (status) => {
    const ground = await decideGround();
    const pull = ground.open('feature');
    ground.hands.startCheck({ sha: pull.headSha, name: 'deploy', status });
    const id = await ground.watch(pull);
    await ground.look(id);
    ground.clock.advance(121 * minute);
    expect(await ground.look(id)).toBe('RUNNING_TOO_LONG');
    expect((await ground.state(id)).lastDecision?.reason).toContain('CI / deploy (pull_request)');
  });

  it('asks nobody where the ratchet is off, and begins anew with each head', async () => {
    const ground = await decideGround();
    const { hands, clock } = ground;
    const off = ground.open('off', { labels: [] });
    hands.status({ sha: off.headSha, context: 'tide', state: 'PENDING' });
    const id = await ground.watch(off);
    await ground.look(id);
    clock.advance(121 * minute);
    expect(await ground.look(id)).toBe('CI_RUNNING');
    hands.label(off.number, 'ratchet');
    expect(await ground.look(id)).toBe('RUNNING_TOO_LONG');
    hands.commit('off', { 'src/off.py': 'newer = 1\n' }, { author: 'ann' });
    hands.status({ sha: off.headSha, context: 'tide', state: 'PENDING' });
    expect(await ground.look(id)).toBe('CI_RUNNING');
  });
});

describe('jobs that failed before they began', () => {
  const because = 'The job was not started because recent account payments have failed.';
  const annotations = [
    { path: '.github', startLine: 1, endLine: 1, level: 'FAILURE', message: because },
  ] as const;

  it('ask for a person, whatever the base says, and nobody is launched', async () => {
    const ground = await decideGround();
    const { hands } = ground;
    const pull = ground.open('feature');
    for (const sha of [pull.headSha, hands.head('main')]) {
      for (const name of ['test', 'lint']) {
        const run = hands.startCheck({ sha, name, began: false, annotations });
        hands.completeCheck(run, { conclusion: 'FAILURE' });
      }
    }
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('NEVER_STARTED');
    const { lastDecision, session } = await ground.state(id);
    expect(lastDecision).toMatchObject({
      action: 'WAIT',
      needsHuman: true,
      reason: `These checks failed before they started: lint, test. ${because}`,
    });
    expect(session).toBeUndefined();
  });

  it('leave the others to be repaired, whose log was lost or not', async () => {
    const ground = await decideGround();
    const { hands } = ground;
    const pull = ground.open('feature');
    const never = hands.startCheck({ sha: pull.headSha, name: 'lint', began: false, annotations });
    hands.completeCheck(never, { conclusion: 'FAILURE' });
    const lost = hands.startCheck({ sha: pull.headSha, name: 'test' });
    hands.completeCheck(lost, { conclusion: 'FAILURE' });
    expect(await ground.look(await ground.watch(pull))).toBe('CI_FAILED');
  });
});
