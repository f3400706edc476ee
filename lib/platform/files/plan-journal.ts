import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { parseJson } from '#base/json.ts';
import { type PlanEntry, planEntry } from '#repair/rules/plan/plan-entry.ts';
import type { PlanJournal } from '#repair/needs/plan-journal.ts';
import { appendLine } from './append-line.ts';

export interface FilePlanJournal extends PlanJournal {
  close(): void;
}

/** Keeps the journal of one execution as lines of JSON at this path, which is made when it is not there. */
export async function openPlanJournal(path: string): Promise<FilePlanJournal> {
  await mkdir(dirname(path), { recursive: true });
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const descriptor = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  return {
    entries: () => readPlanEntries(path),
    append: (entry) => appendLine(descriptor, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** Line by line: all of it may be longer than a text can be. */
async function readPlanEntries(path: string): Promise<readonly PlanEntry[]> {
  const entries: PlanEntry[] = [];
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Infinity,
  })) {
    number += 1;
    const value = parseJson(line);
    // A process that died while it wrote left a torn line, and what it was about to do undone.
    if (value === undefined) continue;
    const entry = planEntry.safeParse(value);
    if (!entry.success) {
      throw new Error(`${path}:${number} is no entry of a journal; start the plan anew`, {
        cause: entry.error,
      });
    }
    entries.push(entry.data);
  }
  return entries;
}
