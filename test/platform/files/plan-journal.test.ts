import { appendFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPlanJournal } from '#platform/files/plan-journal.ts';
import type { PlanEntry } from '#repair/rules/plan/plan-entry.ts';
import { planOf, step } from '../../repair/rules/plan/steps.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const entries: readonly PlanEntry[] = [
  { kind: 'plan', plan: planOf(step(1)) },
  { kind: 'snapshot', stepId: 1, snapshot: 'abc' },
  {
    kind: 'changes',
    changes: [
      { stepId: 1, path: 'a\nb', before: null, after: { mode: '100644', content: 'eA==' } },
    ],
  },
];

it('gives back what was appended, whoever appended it', async () => {
  const path = join(await tempFolder(), 'deep/er/journal.jsonl');
  for (const entry of entries) {
    const journal = await openPlanJournal(path);
    journal.append(entry);
    journal.close();
  }
  const journal = await openPlanJournal(path);
  expect(await journal.entries()).toEqual(entries);
  journal.close();
});

it('leaves out a line that was torn, and goes on after it', async () => {
  const path = join(await tempFolder(), 'journal.jsonl');
  const journal = await openPlanJournal(path);
  const [first, second, third] = entries;
  if (first === undefined || second === undefined || third === undefined) throw new Error('none');
  journal.append(first);
  await appendFile(path, JSON.stringify(second).slice(0, 20));
  expect(await journal.entries()).toEqual([first]);
  journal.append(third);
  expect(await journal.entries()).toEqual([first, third]);
  journal.close();
});

it('refuses a line that is none of its entries, and a link in its place', async () => {
  const folder = await tempFolder();
  const path = join(folder, 'journal.jsonl');
  const journal = await openPlanJournal(path);
  await appendFile(path, '{"kind":"other"}\n');
  await expect(journal.entries()).rejects.toThrow('journal.jsonl:1 is no entry of a journal');
  journal.close();
  await symlink(path, join(folder, 'link'));
  await expect(openPlanJournal(join(folder, 'link'))).rejects.toThrow('ELOOP');
});
