import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { artifactName } from '#model/artifact.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { applyResult, undoApplied } from '#repair/deliver.ts';
import { openedGit } from '../support/own-git.ts';
import { runId } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { execute, plantTree, type Tree, treeOf } from './plan/plan-ground.ts';
import { randomTree } from './plan/random-file-plans.ts';

const before: Tree = {
  'edited.txt': ['100644', 'one\ntwo\n'],
  'old-name.txt': ['100644', 'the same text\nunder another name\n'],
  'gone/deep.txt': ['100644', 'gone\n'],
  'script.sh': ['100644', 'echo\n'],
  link: ['120000', 'edited.txt'],
  'becomes-link': ['100644', 'a file\n'],
  'becomes-folder': ['100644', 'a file\n'],
  'becomes-file/inside.txt': ['100644', 'inside\n'],
  'stays.bin': ['100644', '\0\r\n'],
};

const after: Tree = {
  'edited.txt': ['100644', 'one\r\nthree'],
  'new-name.txt': ['100644', 'the same text\nunder another name\n'],
  'script.sh': ['100755', 'echo\n'],
  link: ['120000', 'new-name.txt'],
  'becomes-link': ['120000', 'stays.bin'],
  'becomes-folder/inside.txt': ['100644', 'inside\n'],
  'becomes-file': ['100644', 'a file\n'],
  'new/deep/made.bin': ['100644', '\0\x01'],
  'stays.bin': ['100644', '\0\r\n'],
};

interface Person {
  readonly folder: string;
  readonly holds: () => Promise<Tree>;
  readonly apply: () => ReturnType<typeof applyResult>;
  /** Takes back what was applied. */
  readonly undo: () => ReturnType<typeof undoApplied>;
}

/** Somebody whose work tree holds one tree, and a result that is another. */
async function person(start: Tree, end: Tree): Promise<Person> {
  const [folder, made, room] = [await tempFolder(), await tempFolder(), await tempFolder()];
  await plantTree(folder, start);
  await plantTree(made, end);
  const { trees } = await openedGit();
  const outcome = {
    runId: runId('run-1'),
    before: await trees.capture(folder),
    after: await trees.capture(made),
  };
  const deps = {
    trees,
    artifacts: createFileArtifacts({ root: join(room, 'artifacts') }),
    runs: { addArtifact: async () => 'added' as const },
    clock: systemClock,
    execute: (plan: StructuredPlan) =>
      execute({ folder, room }, plan, { name: systemHash.hex(JSON.stringify(plan)) }),
  };
  return {
    folder,
    holds: () => treeOf(folder),
    apply: () => applyResult(deps, outcome),
    undo: () =>
      undoApplied(deps, {
        runId: outcome.runId,
        name: artifactName.parse('apply/changes.json'),
      }),
  };
}

const applied = { kind: 'applied', changes: 'apply/changes.json' };

describe('a result that is put into the work tree', () => {
  it('makes every file what it is to be, and undo makes it what it was', async () => {
    const { holds, apply, undo } = await person(before, after);
    expect(await apply()).toEqual(applied);
    expect(await holds()).toEqual(after);
    expect(await undo()).toMatchObject({ kind: 'ok' });
    expect(await holds()).toEqual(before);
  });

  it('does so whatever the two trees are', async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, randomTree, async (start, end) => {
        const { holds, apply, undo } = await person(start, end);
        const { kind } = await apply();
        expect(await holds()).toEqual(end);
        const undone = kind === 'none' ? { kind: 'ok' } : await undo();
        expect(undone).toMatchObject({ kind: 'ok' });
        expect(await holds()).toEqual(start);
      }),
      { numRuns: 20 },
    );
  });

  it('is nothing where there is no difference', async () => {
    const { apply } = await person(before, before);
    expect(await apply()).toEqual({ kind: 'none' });
  });
});

/** What a person may do to the files meanwhile. */
const edits: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'a file that is to be changed': (folder) => writeFile(join(folder, 'edited.txt'), 'mine'),
  'a file that is to go': (folder) => writeFile(join(folder, 'gone/deep.txt'), 'mine'),
  'a file that is there no more': (folder) => rm(join(folder, 'edited.txt')),
  'a file where one is to be made': (folder) => writeFile(join(folder, 'new-name.txt'), 'mine'),
  'a link where a file was': async (folder) => {
    await rm(join(folder, 'script.sh'));
    await symlink('edited.txt', join(folder, 'script.sh'));
  },
};

describe('what somebody edited meanwhile stays, and then nothing is changed at all:', () => {
  it.each(Object.entries(edits))('%s', async (_, edit) => {
    const { folder, holds, apply } = await person(before, after);
    await edit(folder);
    const edited = await holds();
    expect(edited).not.toEqual(before);
    expect(await apply()).toMatchObject({ kind: 'refused' });
    expect(await holds()).toEqual(edited);
  });
});

/** And after the result is there. */
const laterEdits: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'a file that was changed': (folder) => writeFile(join(folder, 'edited.txt'), 'mine'),
  'a file that was made': (folder) => writeFile(join(folder, 'new-name.txt'), 'mine'),
  'a file that was changed and is gone': (folder) => rm(join(folder, 'edited.txt')),
  'a file where one went': (folder) => writeFile(join(folder, 'old-name.txt'), 'mine'),
};

describe('what somebody edited since is not undone, and then nothing is:', () => {
  it.each(Object.entries(laterEdits))('%s', async (_, edit) => {
    const { folder, holds, apply, undo } = await person(before, after);
    expect(await apply()).toEqual(applied);
    await edit(folder);
    const edited = await holds();
    expect(await undo()).toMatchObject({ kind: 'refused' });
    expect(await holds()).toEqual(edited);
  });
});
