import { describe, expect, it } from 'vitest';
import type { Push } from '#model/workspace.ts';
import { lookForPushes } from '#ratchet/decide/look-for-pushes.ts';
import { aPush } from '../rules/decision/pushes.ts';
import { aLiveSession } from '../../report/workspaces/looks.ts';
import { anObservation, aWorkspaceState, sha } from '../../support/samples.ts';

type Files = Readonly<Record<string, string | { readonly unreadable: string } | undefined>>;

const before = { 'src/a.ts': 'one\nBAD\nthree\n' };
const after = { 'src/a.ts': 'one\ngood\nthree\n' };
const head = sha('d');

interface Given {
  readonly now?: Files;
  readonly pushes?: readonly Push[];
  readonly state?: Parameters<typeof aWorkspaceState>[0];
  readonly observation?: Parameters<typeof anObservation>[0];
  /** Commits that the head stands on. */
  readonly holds?: readonly string[];
  /** Commits that the forge has forgotten. */
  readonly forgotten?: readonly string[];
}

const mergeWithRepair = aPush({ kind: 'merge-conflict', merged: sha('b') });

async function look({
  now = {},
  pushes = [aPush()],
  state = {},
  observation = {},
  holds = [],
  forgotten = [],
}: Given) {
  let reads = 0;
  const commits: Readonly<Record<string, Files>> = {
    [sha('9')]: before,
    [sha('c')]: after,
    [head]: now,
  };
  const forge = {
    readFile: async (_: unknown, commit: string, path: string) => {
      reads += 1;
      return forgotten.includes(commit) ? undefined : commits[commit]?.[path];
    },
    mergeBaseOf: async (_: unknown, __: unknown, commit: ReturnType<typeof sha>) => {
      if (forgotten.includes(commit)) return undefined;
      return holds.includes(commit) ? commit : sha('0');
    },
  };
  const seen = anObservation({ headSha: head, headTree: sha('6'), ...observation });
  const workspace = aWorkspaceState({ pushes: [...pushes], ...state });
  const found = await lookForPushes(forge, workspace, seen);
  return { found: found && [...found].map(([, { kind, paths }]) => [kind, ...paths]), reads };
}

describe('our pushes in a head of somebody else', () => {
  it.each<[string, Given, readonly (readonly string[])[]]>([
    ['are kept', { now: after }, [['kept']]],
    ['are undone', { now: before }, [['taken-back', 'src/a.ts']]],
    [
      'are undone by another tree',
      { now: { 'src/a.ts': 'BAD\nfour\n' } },
      [['taken-back', 'src/a.ts']],
    ],
    ['were worked on', { now: { 'src/a.ts': 'one\nx\nthree\n' }, holds: [sha('c')] }, [['other']]],
    ['were pushed away', { now: { 'src/a.ts': 'one\nx\nthree\n' } }, [['taken-back', 'src/a.ts']]],
    ['cannot be read', { now: { 'src/a.ts': { unreadable: 'binary' } } }, [['other']]],
    ['are forgotten by the forge', { now: before, forgotten: [sha('c')] }, [['other']]],
    [
      'are binary, and the tree is as before',
      { now: { 'src/a.ts': { unreadable: 'binary' } }, observation: { headTree: sha('8') } },
      [['taken-back', 'src/a.ts']],
    ],
    ['are there, and nothing else', { observation: { headTree: sha('e') } }, [['kept']]],
    [
      'are undone together, though the second built on the first',
      {
        pushes: [aPush(), aPush({ sha: sha('f'), treeBefore: sha('e') })],
        observation: { headTree: sha('8') },
      },
      [
        ['taken-back', 'src/a.ts'],
        ['taken-back', 'src/a.ts'],
      ],
    ],
    ['are a merge that was pushed away', { pushes: [merge()] }, [['taken-back']]],
    [
      'are a merge that the forge does not know yet',
      { pushes: [merge()], forgotten: [sha('c')] },
      [['other']],
    ],
    ['are a merge that is there', { pushes: [merge()], holds: [sha('c')] }, [['kept']]],
    ['are a merge that somebody made anew', { pushes: [merge()], holds: [sha('b')] }, [['kept']]],
    [
      'are a merge that is there, and what it repaired beside is undone',
      { pushes: [mergeWithRepair], holds: [sha('c')], now: before },
      [['taken-back', 'src/a.ts']],
    ],
    [
      'are a merge that is there, and what it repaired beside was worked on',
      { pushes: [mergeWithRepair], holds: [sha('c')], now: { 'src/a.ts': 'one\nx\nthree\n' } },
      [['kept']],
    ],
    [
      'are a merge that was pushed away with what it repaired beside',
      { pushes: [mergeWithRepair], observation: { headTree: sha('8') } },
      [['taken-back']],
    ],
  ])('%s', async (_, given, told) => {
    expect((await look(given)).found).toEqual(told);
  });

  it.each<[string, Given]>([
    ['there are none', { pushes: [] }],
    ['the head is our newest push', { observation: { headSha: sha('c') } }],
    ['they were looked for in it', { state: { lookedForIn: head } }],
    ['a session publishes', { state: { session: { ...aLiveSession, phase: 'publishing' } } }],
    ['it is closed', { observation: { state: 'closed' } }],
  ])('are not looked for where %s', async (_, given) => {
    expect(await look(given)).toEqual({ found: undefined, reads: 0 });
  });

  it('are looked for in a head that was set back to an older one of them', async () => {
    const pushes = [aPush({ sha: head, tree: sha('6') }), aPush()];
    const { found } = await look({ pushes, now: before });
    expect(found).toEqual([['kept'], ['taken-back', 'src/a.ts']]);
  });

  it('are looked for in the newest of them, to which people set the branch again', async () => {
    const takenBack = { by: sha('7'), at: 1, paths: ['src/a.ts'] };
    const pushes = [aPush({ sha: head, tree: sha('6'), takenBack })];
    expect((await look({ pushes, now: after })).found).toEqual([['kept']]);
  });

  it('cost nothing where nothing is remembered of them', async () => {
    const { changes: _, ...push } = aPush();
    expect(await look({ pushes: [push] })).toEqual({ found: [], reads: 0 });
  });
});

function merge(): Push {
  const { changes: _, ...push } = aPush({ kind: 'merge-conflict', merged: sha('b') });
  return push;
}
