import { expect, it } from 'vitest';
import type { Message, WorkspaceCommand } from '#model/message.ts';
import { handleMessage } from '#local/up/loops.ts';
import { runId, sha } from '../../support/samples.ts';
import { plantedPlane } from './planted-plane.ts';

async function handling() {
  const scene = await plantedPlane();
  const { plane, id } = scene;
  const handle = (message: Message) => handleMessage(plane, message);
  const carryOut = (command: WorkspaceCommand) =>
    handle({ kind: 'command', schemaVersion: 1, workspaceId: id, command });
  const head = async () => {
    const found = await plane.workspaces.load(id);
    if (found === undefined) throw new Error('The workspace is gone');
    return found;
  };
  return { ...scene, handle, carryOut, head };
}

it('lets a look decide', async () => {
  const { handle, id, head, pull } = await handling();
  expect(await handle({ kind: 'look', schemaVersion: 1, workspaceIds: [id] })).toBe('done');
  expect((await head()).state).toMatchObject({
    observation: { headSha: pull.headSha },
    lastDecision: { action: 'CLEANUP_ONLY', code: 'DISABLED' },
  });
});

it('lets a person command', async () => {
  const { handle, id, head } = await handling();
  const asked = {
    schemaVersion: 1,
    workspaceId: id,
    commentId: 'IC_1',
    login: 'ann',
    text: 'on',
  } as const;
  expect(await handle({ kind: 'asked', ...asked })).toBe('done');
  expect((await head()).state).toMatchObject({ switched: { to: 'on', by: 'ann' } });
});

// Publishing leaves without a word where there is nothing to publish.
const noWord = '';
const run = runId('run-of-nobody');
const check = { app: 'ci', name: 'tests', runId: '7' };

// Each step knows that there is no such run, and says so in its own words.
it.for<readonly [WorkspaceCommand, string]>([
  [{ kind: 'dispatch', runId: run }, 'Nothing to launch'],
  [{ kind: 'publish', runId: run }, noWord],
  [{ kind: 'exit', runId: run }, 'The event names no session of the workspace'],
  [
    { kind: 'errand', errand: { kind: 'rerun', headSha: sha('a'), checks: [check] } },
    'Forge action is out of date',
  ],
])('lets %j be done, and be done again', async ([command, message]) => {
  const { carryOut, log, head } = await handling();
  const before = (await head()).state;
  expect([await carryOut(command), await carryOut(command)]).toEqual(['done', 'done']);
  expect(log.of(message)).toHaveLength(message === noWord ? 0 : 2);
  expect((await head()).state).toEqual(before);
});

it('stops a worker', async () => {
  const { carryOut, plane, id } = await handling();
  const launched = await plane.launcher.launch({
    runId: run,
    kind: 'check',
    number: 1,
    workspaceId: id,
  });
  if (launched.kind !== 'launched') throw new Error(launched.reason);
  const { taskRef } = launched;
  expect(await carryOut({ kind: 'stop', runId: run, taskRef, because: 'It is over.' })).toBe(
    'done',
  );
  expect((await plane.launcher.describe([taskRef])).get(taskRef)?.kind).not.toBe('alive');
});

it('shows how things stand', async () => {
  const { handle, carryOut, id, pull, shop } = await handling();
  shop.label(pull.number, 'ratchet');
  await handle({ kind: 'look', schemaVersion: 1, workspaceIds: [id] });
  await carryOut({ kind: 'report' });
  await carryOut({ kind: 'report' });
  expect(pull.comments.map(({ author }) => author?.login)).toEqual(['ratchetr[bot]']);
});
