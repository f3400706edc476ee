import { userInfo } from 'node:os';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkspaceHead } from '#model/workspace.ts';
import { aRun, aTransition, aWorkspaceState, runId, t0 } from '../../support/samples.ts';
import { motoStartMs, sharedMoto, withClusters } from '../../support/moto.ts';
import { makeStack, type OwnStack, stackName } from '../../support/own-stack.ts';
import { runCli } from '../commands/run-cli.ts';

const moto = sharedMoto(withClusters);
const { username } = userInfo();
let stack: OwnStack;
// Whoever asks a stack needs nothing of the folder.
const cwd = '/';

beforeAll(async () => {
  stack = await makeStack({ endpoint: (await moto()).endpoint });
}, motoStartMs);

let planted = 100;

/** Watches one more pull request of acme/shop. */
async function plant(
  different: Parameters<typeof aWorkspaceState>[0] = {},
): Promise<{ readonly place: string; load: () => Promise<WorkspaceHead> }> {
  planted += 1;
  const { pullRequest } = aWorkspaceState();
  const state = aWorkspaceState({
    id: `github.com:7:${planted}`,
    pullRequest: { ...pullRequest, number: planted },
    ...different,
  });
  await stack.workspaces.create(state, Date.now() + 60_000);
  const load = async () => {
    const head = await stack.workspaces.load(state.id);
    if (head === undefined) throw new Error(`There is no ${state.id}`);
    return head;
  };
  return { place: `acme/shop#${planted}`, load };
}

const ask = (...argv: readonly string[]) => runCli(cwd, [...argv, '--stack', stackName]);

describe('a command with --stack', () => {
  it('lists what the deployment watches', async () => {
    const { place } = await plant();
    const { code, stdout, stderr } = await ask('status');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${place} +new `, 'm'));
  });

  it.each([
    ['off', { switched: { to: 'off', by: username } }, `${username} switched the ratchet off.`],
    ['on', { switched: { to: 'on', by: username } }, `${username} switched the ratchet on.`],
    [
      'hold',
      { manualSession: { holder: username } },
      `${username} works on the branch for 60 minutes.`,
    ],
  ])('gives the order %s', async (order, state, reason) => {
    const { place, load } = await plant();
    const { code, stdout, stderr } = await ask(order, place);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${reason}\nThe stack ${stackName} looks at ${place} within a minute.\n`);
    const head = await load();
    expect(head).toMatchObject({ state });
    expect(head.dueAt).toBeLessThanOrEqual(Date.now());
    expect((await ask('transitions', place)).stdout).toContain(reason);
  });

  it('says why an order cannot be obeyed', async () => {
    const { place } = await plant();
    expect(await ask('release', place)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'No hold is set on this pull request.\n',
    });
    expect(await ask('stop', 'acme/shop#99')).toMatchObject({
      code: 2,
      stderr: '"acme/shop#99" is not watched here; `ratchetr status --all` lists what is.\n',
    });
  });

  it('pauses and goes on', async () => {
    await plant();
    expect(await ask('pause')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^All fixing is paused/),
    });
    expect((await ask('status')).stdout).toContain(`${username} paused all fixing`);
    expect(await ask('resume')).toMatchObject({ code: 0, stdout: 'Fixing continues.\n' });
    expect((await ask('status')).stdout).not.toContain('paused all fixing');
  });

  it('reads a log that is longer than one answer', async () => {
    const { place, load } = await plant();
    const { id } = (await load()).state;
    const now = Date.now();
    const entries = Array.from({ length: 205 }, (_, index) =>
      aTransition({
        workspaceId: id,
        rev: index + 1,
        reason: `Entry ${index}.`,
        createdAt: now,
        expiresAt: now + 60_000,
      }),
    );
    for (const entry of entries) await stack.workspaces.putTransition(entry);
    const { stdout } = await ask('transitions', place, '--limit', '300', '--json');
    const read: unknown = JSON.parse(stdout);
    expect(read).toHaveLength(205);
    expect(read).toMatchObject({ 0: { reason: 'Entry 204.' }, 204: { reason: 'Entry 0.' } });
  });

  it('lists the runs of a pull request and shows one', async () => {
    const { place, load } = await plant();
    const { id } = (await load()).state;
    await stack.runs.createRun(aRun({ id: runId('run-of-stack'), workspaceId: id, startedAt: t0 }));
    expect((await ask('runs', place)).stdout).toMatch(/^run-of-stack +/m);
    const shown = await ask('show', 'run-of-stack', '--format', 'json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ run: { id: 'run-of-stack' }, tasks: [] });
    expect(await ask('show', 'run-of-none')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('what stands between a command and its stack', () => {
  it('is a name that no stack has', async () => {
    expect(await runCli(cwd, ['status', '--stack', 'elsewhere'])).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'There is no stack elsewhere in this account and region (no function elsewhere-api): check the name, AWS_REGION and AWS_PROFILE.\n',
    });
  });

  it.each([
    [
      403,
      'AccessDeniedException',
      /^Your AWS credentials do not allow this \(Refused as AccessDeniedException\): ask/,
    ],
    [403, 'ExpiredTokenException', /^The AWS credentials are expired/],
  ])('is %s %s', async (status, type, sentence) => {
    stack.lambda.refusal = { status, type };
    const said = await ask('status').finally(() => (stack.lambda.refusal = undefined));
    expect(said).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(said.stderr).not.toContain('    at ');
  });

  it('is a machine without credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('HOME', '/nowhere');
    const said = await ask('status').finally(() => vi.stubEnv('AWS_ACCESS_KEY_ID', 'test'));
    expect(said).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^No AWS credentials were found: sign in/),
    });
  });

  it('is a folder named beside it, or no name at all', async () => {
    const both = await runCli(cwd, ['status', '--stack', 'a', '--home', '.']);
    expect(both.code).toBe(2);
    expect(both.stderr).toMatch(/'--stack <name>' cannot be used with option '--home <folder>'/);
    expect((await runCli(cwd, ['status', '--stack', 'a b'])).stderr).toMatch(
      /is not the name of a stack/,
    );
  });
});
