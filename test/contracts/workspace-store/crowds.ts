import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { t0 } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { change, entry, flush, headOf, log, theWorkspace, watch } from './steps.ts';

const deciders = 8;
const decisions = 4;

interface Record {
  /** What each committed revision said. */
  readonly committed: Map<number, string>;
  wakes: number;
}

export const crowds: Promises<WorkspaceStore> = {
  async 'deciders of one workspace log every change once, without gaps'({ store, reopen }) {
    await watch(store);
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const record: Record = { committed: new Map(), wakes: 0 };
    const loops = Array.from({ length: deciders }, (_, index) =>
      decideOften(stores[index % stores.length] ?? store, `decider ${index}`, record),
    );
    await Promise.all(loops);
    const head = await headOf(store);
    const changes = deciders * decisions;
    expect(head).toMatchObject({
      rev: changes + 1,
      wakeSeq: record.wakes,
      state: { consecutiveFixupAttempts: changes },
    });
    const shown = (await log(store)).map(({ rev, reason }) => [rev, reason] as const);
    expect(shown).toEqual([...record.committed].toSorted(([one], [two]) => two - one));
    expect(shown.map(([rev]) => rev)).toEqual(
      Array.from({ length: changes }, (_, index) => changes + 1 - index),
    );
  },
};

/** Decides until it was committed so often; some decisions see a wake come in between. */
async function decideOften(store: WorkspaceStore, name: string, record: Record): Promise<void> {
  for (let done = 0, tries = 1; done < decisions; tries += 1) {
    if (tries > 1_000) throw new Error(`${name} lost 1,000 times`);
    const seen = await headOf(store);
    await flush(store, seen);
    if (tries % 3 === 0) {
      record.wakes += 1;
      await store.wake(theWorkspace, t0 + tries);
    }
    // Deciding takes its time, and never the same.
    await sleep(tries % 4);
    const reason = `${name}, change ${done}`;
    const outcome = await store.commit(change(seen, { transition: entry({ reason }) }));
    if (outcome.kind === 'lost') continue;
    expect(outcome.head.rev).toBe(seen.rev + 1);
    record.committed.set(outcome.head.rev, reason);
    done += 1;
  }
}
