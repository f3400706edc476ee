import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import type { WorkspaceId } from '#model/ids.ts';
import { lookFacts } from '#model/look-facts.ts';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Pull } from '../../support/github/model.ts';
import { actsOf } from './acts.ts';
import { notGreener } from '../../support/not-greener.ts';
import { recordingLog } from '../../support/recording-log.ts';

type Place = Parameters<typeof actsOf>[0];

/** Where a control plane keeps what it knows. */
export interface Kept {
  readonly workspaces: Pick<
    WorkspaceStore,
    'listOfRepository' | 'listTransitions' | 'load' | 'wake'
  >;
  /** Messages that nobody could handle. */
  readonly dead: () => Promise<readonly unknown[]>;
  /** How long anything may take that a test waits for, and how often it looks. */
  readonly patienceMs: number;
  readonly pauseMs: number;
}

/** What the control plane has kept of a pull request, as anybody may read it. */
export function openStory(scene: Place, pull: Pull, kept: Kept = openState(scene.home)) {
  const { workspaces } = kept;
  const { sticky } = actsOf(scene, pull);
  const reader = readerOf(scene, pull, workspaces);
  const { state, story } = reader;
  const until = async (what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    const last = Date.now() + kept.patienceMs;
    while (!(await isTrue())) {
      if (Date.now() > last) throw new Error(await vainly(what, scene, await story()));
      await sleep(kept.pauseMs);
    }
  };
  return {
    ...reader,
    until,
    /** Waits until the last decision is this one. */
    decided: async (code: string) => {
      await until(
        `it is decided ${code}`,
        async () => (await state())?.lastDecision?.code === code,
      );
      const seen = await state();
      if (seen?.observation?.headSha === pull.headSha) notGreener(pull.repository, seen);
    },
    /** Waits until the log of the workspace has so many of these entries. */
    told: (word: string, times = 1) =>
      until(`${word} is told ${times} times`, async () => {
        return (await story()).filter((one) => one === word).length >= times;
      }),
    /** Waits until the comment says so. */
    shown: (words: string) => until(`${words} is shown`, () => sticky().includes(words)),
    /** Everybody looks once more. */
    lookAgain: async () => {
      const before = (await state())?.readAt ?? 0;
      const id = await reader.id();
      if (id !== undefined) await workspaces.wake(id, Date.now());
      await until('it is looked at again', async () => ((await state())?.readAt ?? 0) > before);
    },
    dead: kept.dead,
  };
}

async function vainly(
  what: string,
  { log }: Pick<Place, 'log'>,
  story: readonly string[],
): Promise<string> {
  const said = log.entries.slice(-40).map((entry) => JSON.stringify(entry));
  return [`${what}: waited in vain`, ...story, ...said].join('\n');
}

function openState(home: string): Kept {
  const database = openDatabase({ path: join(home, '.ratchetr/state.db') });
  onTestFinished(() => database.close());
  const ids = createIds({ clock: systemClock });
  const queue = createSqliteQueue({ database, clock: systemClock, ids, log: recordingLog() });
  return {
    workspaces: createSqliteWorkspaceStore({ database }),
    dead: () => queue.listDead(),
    patienceMs: 150_000,
    pauseMs: 50,
  };
}

function readerOf({ own: { github, shop } }: Place, pull: Pull, workspaces: Kept['workspaces']) {
  const repository = {
    host: new URL(github.url).host,
    repositoryId: String(shop.repository.id),
  };
  // It never changes, and a test asks for it as often as it looks how things stand.
  let found: WorkspaceId | undefined;
  const id = async () => {
    if (found !== undefined) return found;
    const watched = await workspaces.listOfRepository(repository);
    return (found = watched.find(({ number }) => number === pull.number)?.id);
  };
  const transitions = async (): Promise<readonly Transition[]> => {
    const known = await id();
    if (known === undefined) return [];
    const newest = await workspaces.listTransitions({ id: known, now: Date.now(), limit: 500 });
    return newest.toReversed();
  };
  /** The log of the workspace in words, oldest first. */
  const story = async () => (await transitions()).map(wordOf);
  return {
    id,
    transitions,
    story,
    state: async (): Promise<WorkspaceState | undefined> => {
      const known = await id();
      return known && (await workspaces.load(known))?.state;
    },
    /** The same without what depends on the moment of a look. */
    milestones: async () => (await story()).filter((word) => !passing.has(word)),
    /** What decisions by this guard were made from. */
    factsAt: async (code: string) => {
      const made = (await transitions()).filter(({ snapshot }) => snapshot['code'] === code);
      return made.map(({ snapshot }) => lookFacts.parse(snapshot['facts']));
    },
  };
}

const passing: ReadonlySet<string> = new Set(['UNSETTLED', 'CI_RUNNING', 'SESSION_LIVE']);

const word = z.string().optional().catch(undefined);

/** Its guard for a decision; what became of a session for all else. */
function wordOf({ action, reason, snapshot }: Transition): string {
  const code = word.parse(snapshot['code']);
  if (code !== undefined) return code;
  const became = word.parse(snapshot['outcome']) ?? word.parse(snapshot['phase']);
  return `${action} ${became ?? reason}`;
}
