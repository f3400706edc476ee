import { hash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { openPlanJournal } from '#platform/files/plan-journal.ts';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { systemClock } from '#platform/system/clock.ts';
import { counted } from '#base/words.ts';
import { type Doubtful, doubtfulChanges } from '#repair/plan/cut-off-changes.ts';
import { journalIn, snapshotsName } from '#local/repair-host.ts';
import type { PlanPlaces } from './places.ts';

/**
 * Whatever differs since a step was cut off would be taken back with it, be it the work of a person. So that is told
 * before, and done when it is asked for again and nothing more differs; undefined: there is nothing to tell.
 */
export async function newDoubt(places: PlanPlaces): Promise<string | undefined> {
  const doubtful = await lookFor(places);
  const seen = fingerprints(doubtful);
  const told = await toldBefore(places);
  if (Object.entries(seen).every(([path, state]) => told[path] === state)) return undefined;
  await writeFile(toldIn(places), JSON.stringify(seen), { mode: 0o600 });
  const files = [...doubtful.files.keys()].toSorted();
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  const steps = doubtful.stepIds.join(', ');
  return `Nothing was taken back yet: step ${steps} was cut off, so it cannot be told whether it or a person changed ${counted(files.length, 'file')} since: ${files.slice(0, mostNamed).join(', ')}${more}. Put aside what is to be kept, then run it with --undo again.`;
}

/** Forgets what was told, once that execution is over or goes on. */
export async function forgetDoubt(places: Pick<PlanPlaces, 'changes'>): Promise<void> {
  await rm(toldIn(places), { force: true });
}

const mostNamed = 20;

async function lookFor({ journal: place, folder, own }: PlanPlaces): Promise<Doubtful> {
  const journal = await openPlanJournal(journalIn(place));
  try {
    const snapshots = createSnapshots({ clock: systemClock, room: join(place, snapshotsName) });
    return await doubtfulChanges({ journal, snapshots }, { folder, leaveOut: own });
  } finally {
    journal.close();
  }
}

function fingerprints({ files }: Doubtful): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...files].map(([path, state]) => [path, hash('sha256', JSON.stringify(state))]),
  );
}

async function toldBefore(places: PlanPlaces): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(toldIn(places), 'utf8').catch(() => '{}');
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}

function toldIn({ changes }: Pick<PlanPlaces, 'changes'>): string {
  return join(dirname(changes), 'told.json');
}
