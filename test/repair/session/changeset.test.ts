import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Changeset, changeset } from '#model/changeset.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { shellAgent } from './agents.ts';
import { badFiles, sessionGround, type SessionGround } from './ground.ts';

/** Repairs, and makes and deletes other files on its way. */
const busy = `
  sed -i s/BAD/good/ "$1"
  case "$1" in *f0.txt) echo new > 'src/a new one.txt'; rm -f src/gone.txt;; esac
`;

async function changesetOf(ground: SessionGround): Promise<Changeset> {
  const { summary } = await ground.run();
  if (summary.changeset === undefined) throw new Error(`No changeset: ${summary.sentence}`);
  const bytes = await ground.deps.artifacts.get({ runId: ground.runId, name: summary.changeset });
  return changeset.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** What plain git makes of the head and the changes, without any of our own trees. */
async function treeByHand(ground: SessionGround, made: Changeset): Promise<string> {
  const folder = await tempFolder();
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, {
      cwd: ground.root,
      input,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_INDEX_FILE: join(folder, 'index') },
    }).trim();
  git(['read-tree', made.parents[0] ?? '']);
  for (const change of made.changes) {
    if (change.kind === 'delete') {
      git(['update-index', '--force-remove', change.path]);
      continue;
    }
    const bytes = await ground.deps.artifacts.get(change.content);
    const file = join(folder, 'content');
    await writeFile(file, bytes ?? new Uint8Array());
    expect(bytes?.length).toBe(change.sizeBytes);
    expect(git(['hash-object', '-w', '--no-filters', file])).toBe(change.blob);
    git(['update-index', '--add', '--cacheinfo', `${change.mode},${change.blob},${change.path}`]);
  }
  return git(['write-tree']);
}

describe('the changeset of a session', () => {
  it('leads from the head to the tree that was proved, by plain git', async () => {
    const files = { ...badFiles(3), 'src/gone.txt': 'old\n', 'src/name with ü.txt': 'BAD\n' };
    const ground = await sessionGround({
      files,
      agents: [shellAgent(busy)],
    });
    const made = await changesetOf(ground);
    expect(made.changes.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
      'delete src/gone.txt',
      'write src/a new one.txt',
      'write src/f0.txt',
      'write src/f1.txt',
      'write src/f2.txt',
      'write src/name with ü.txt',
    ]);
    expect(await treeByHand(ground, made)).toBe(made.tree);
  });

  it('names the head, the tree and every number that did not get worse', async () => {
    const ground = await sessionGround();
    const made = await changesetOf(ground);
    const { evidence } = made;
    expect(evidence).toMatchObject({ tree: made.tree, head: made.parents[0], notWorse: true });
    const measures = { kind: 'new-findings', engine: 'bad' };
    expect(evidence.vector).toContainEqual({ measures, before: 0, after: 0 });
    expect(await ground.deps.artifacts.get(evidence.report)).toBeDefined();
  });

  it('says what was repaired, and where', async () => {
    const { message } = await changesetOf(await sessionGround({ files: badFiles(3) }));
    expect(message).toBe(
      'Repair 3 findings of bad\n\nAll 3 findings repaired.\n\nDone:\n- bad: BAD, 3 findings: src/f0.txt, src/f1.txt, src/f2.txt\n',
    );
  });

  it('is not made where nothing was accepted', async () => {
    const ground = await sessionGround({ agents: [shellAgent('true')] });
    const { summary, tree } = await ground.run();
    expect(summary.changeset).toBeUndefined();
    expect(tree).toBe(ground.start);
  });
});
