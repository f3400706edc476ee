import { describe, expect, it } from 'vitest';
import { appPermissions } from '../../github/ground.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { decideGround, type Given, type Ground, installation, minute } from './ground.ts';

type Plan = Parameters<Ground['open']>[1];

async function failing(given: Given & { plan?: Plan; state?: Partial<WorkspaceState> } = {}) {
  const ground = await decideGround(given);
  const pull = ground.open('fix', given.plan);
  ground.check(pull.headSha, 'FAILURE');
  const id = await ground.watch(pull, given.state);
  return { ground, pull, id, look: () => ground.look(id) };
}

const policy = (more: object) => ({ config: { policy: { checkHeads: false, ...more } } });

it('does not eject a pull request from the merge queue', async () => {
  const { ground, pull, look } = await failing();
  pull.inMergeQueue = true;
  expect(await look()).toBe('MERGE_QUEUE');
  pull.inMergeQueue = false;
  await ground.pass(minute);
  expect(ground.launcher.launches).toHaveLength(1);
});

describe('a draft', () => {
  it('is only watched until it is ready', async () => {
    const { ground, pull, look } = await failing({ plan: { draft: true } });
    expect(await look()).toBe('DRAFT');
    ground.hands.setDraft(pull.number, false);
    expect(await look()).toBe('CI_FAILED');
  });

  it('is fixed where the settings say so', async () => {
    const { look } = await failing({ plan: { draft: true }, ...policy({ drafts: 'fix' }) });
    expect(await look()).toBe('CI_FAILED');
  });
});

describe('an author whom nobody vouches for', () => {
  const everybody = { config: { enabled: true, policy: { checkHeads: false } } };
  const plan = { fromFork: 'stranger', labels: [] };

  it('is not worked for until somebody who may puts the label on', async () => {
    const { ground, pull, id, look } = await failing({ ...everybody, plan });
    expect(await look()).toBe('UNTRUSTED_AUTHOR');
    expect((await ground.state(id)).lastDecision?.needsHuman).toBe(true);
    ground.hands.label(pull.number, 'ratchet');
    expect(await look()).toBe('CI_FAILED');
  });

  it('cannot switch it on alone', async () => {
    const { ground, pull, look } = await failing({ ...everybody, plan });
    ground.hands.comment(pull.number, 'stranger', '/ratchet on');
    await look();
    expect(await look()).toBe('UNTRUSTED_AUTHOR');
  });
});

describe('a fork', () => {
  const plan = { fromFork: 'mona' };

  it('is only watched where the settings say so', async () => {
    const { ground, id, look } = await failing({ plan, ...policy({ forks: 'observe' }) });
    expect(await look()).toBe('FORK');
    expect(await ground.state(id)).toMatchObject({
      lastDecision: { action: 'CLEANUP_ONLY', needsHuman: true },
    });
  });

  it('is worked on for a patch otherwise', async () => {
    const { ground, look } = await failing({ plan });
    expect(await look()).toBe('CI_FAILED');
    expect(ground.launcher.launches).toHaveLength(1);
  });
});

describe('what may be spent', () => {
  it('on the pull request ends its fixing', async () => {
    const { ground, id, look } = await failing({ state: { spentUsd: 5 } });
    expect(await look()).toBe('BUDGET_SPENT');
    expect(await ground.state(id)).toMatchObject({
      lastDecision: {
        action: 'TERMINAL_FAILED',
        reason: expect.stringContaining('$5.00 of $5.00'),
      },
    });
    ground.configure({ policy: { checkHeads: false }, budgets: { pullRequestUsd: 6 } });
    expect(await look()).toBe('CI_FAILED');
  });

  it('in the month ends fixing until the next one', async () => {
    const { ground, look } = await failing();
    const month = monthAccount(ground.clock.now());
    const reserved = await ground.spending.reserve(
      { attempt: 'a', pullRequest: 'p', month },
      1_000_000,
    );
    if (reserved.kind !== 'reserved') throw new Error('There was no room');
    await ground.spending.settle(reserved.id, 10_000_000);
    expect(await look()).toBe('MONTH_SPENT');
    ground.clock.advance(31 * 24 * 60 * minute);
    expect(await look()).toBe('CI_FAILED');
  });
});

async function conflicting(permissions: typeof appPermissions) {
  const ground = await decideGround({ permissions });
  const { hands } = ground;
  const files = { 'src/total.py': 'total = 2\n' };
  const pull = ground.open('fix', { files });
  hands.commit('main', {
    'src/total.py': 'total = 3\n',
    '.github/workflows/ci.yml': 'on: push\n',
  });
  const id = await ground.watch(pull);
  return { ground, id };
}

describe('a conflict whose resolution would change workflow files', () => {
  it('is found out before anything is launched', async () => {
    const { ground, id } = await conflicting(appPermissions);
    expect(await ground.look(id)).toBe('NO_WORKFLOWS_PERMISSION');
    expect((await ground.state(id)).lastDecision?.needsHuman).toBe(true);
    expect(ground.launcher.launches).toEqual([]);
  });

  it('is resolved where we may', async () => {
    const { ground, id } = await conflicting({ ...appPermissions, workflows: 'write' });
    expect(await ground.look(id)).toBe('MERGE_CONFLICT');
  });
});

it('launches nothing in an installation that is paused, and goes on afterwards', async () => {
  const { ground, id, look } = await failing();
  await ground.installations.setPause(installation, { by: 'ann', at: ground.clock.now() });
  expect(await look()).toBe('PAUSED');
  expect((await ground.state(id)).lastDecision?.reason).toBe('ann paused all fixing.');
  await ground.installations.setPause(installation, undefined);
  await ground.pass(10 * minute);
  expect(ground.launcher.launches).toHaveLength(1);
});

it('begins anew when the label comes back', async () => {
  const { ground, pull, id, look } = await failing({
    state: { consecutiveFixupAttempts: 3, enabled: true },
  });
  expect(await look()).toBe('ATTEMPTS_SPENT');
  ground.hands.unlabel(pull.number, 'ratchet');
  expect(await look()).toBe('DISABLED');
  ground.hands.label(pull.number, 'ratchet');
  expect(await look()).toBe('CI_FAILED');
  expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 0 });
});

it('lets `ratchet:off` beat the label and every command', async () => {
  const { ground, pull, look } = await failing();
  ground.hands.label(pull.number, 'ratchet:off');
  ground.hands.comment(pull.number, 'ann', '/ratchet on');
  await look();
  expect(await look()).toBe('DISABLED');
  expect(ground.launcher.launches).toEqual([]);
});
