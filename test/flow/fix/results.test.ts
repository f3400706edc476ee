import { existsSync, readFileSync } from 'node:fs';
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix, startRatchetr, triesOf } from './run-fix.ts';
import { filesIn, seenIn } from './seen.ts';
import { plantWords, twoFiles, wordAgent } from './words.ts';

const repaired = { 'src/a.txt': 'one\ngood two\nthree\n', 'src/b.txt': 'four\ngood five\nsix\n' };

function textsIn(root: string, paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe('what ratchetr fix leaves', () => {
  it('is a patch that git takes, and nothing else', async () => {
    const { root, git } = await plantWords();
    const before = seenIn(root);
    const { code, report } = await fix(root);
    expect(report.summary).toMatchObject({ outcome: 'green', result: { kind: 'patch' } });
    expect(code).toBe(0);
    expect(seenIn(root)).toEqual(before);
    const { patch = '' } = report.summary ?? {};
    git('apply', '--index', join('.ratchetr/artifacts', report.run.id, patch));
    expect(textsIn(root, Object.keys(repaired))).toEqual(repaired);
  });

  it('is the repaired work tree with --apply, as it was before again with undo', async () => {
    const { root, write, commit } = await plantWords({
      files: { ...twoFiles, 'src/run.sh': 'echo BAD\n' },
    });
    await chmod(join(root, 'src/run.sh'), 0o755);
    await symlink('a.txt', join(root, 'src/link.txt'));
    commit('Add a script and a link');
    // What somebody is at work on is no part of it.
    await write({ 'notes.txt': 'mine\n' });
    const before = seenIn(root);
    const { code, report } = await fix(root, ['--apply']);
    expect(report.summary).toMatchObject({ outcome: 'green', result: { kind: 'applied' } });
    expect(code).toBe(0);
    expect(textsIn(root, Object.keys(repaired))).toEqual(repaired);
    const undone = await startRatchetr(root, ['undo', report.run.id]).ended;
    expect(undone).toMatchObject({ code: 0 });
    expect(seenIn(root)).toEqual(before);
  });

  it('is a branch with --branch, whose name must be free', async () => {
    const marks = await tempFolder();
    const { root, git } = await plantWords();
    const before = filesIn(root);
    const { report } = await fix(root, ['--branch', 'fixes']);
    expect(report.summary?.result).toEqual({
      kind: 'branch',
      name: 'fixes',
      commit: git('rev-parse', 'fixes'),
    });
    expect(git('rev-parse', 'fixes~1')).toBe(git('rev-parse', 'main'));
    expect(git('diff', '--name-only', 'main', 'fixes').split('\n')).toEqual(Object.keys(repaired));
    expect(filesIn(root)).toEqual(before);
    // Nobody works for nothing.
    const waiting = JSON.stringify({ command: { command: wordAgent(marks) } });
    const again = await startRatchetr(root, ['fix', '--branch', 'fixes'], {
      env: { RATCHETR_AGENTS_SETTINGS: waiting },
    }).ended;
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('fixes') });
    expect(filesIn(marks)).toEqual({});
  });

  it('is nothing with --dry-run, which tells the tasks and starts no agent', async () => {
    const marks = await tempFolder();
    const { root } = await plantWords({ agent: wordAgent(marks) });
    const before = seenIn(root);
    const human = await startRatchetr(root, ['fix', '--dry-run']).ended;
    expect(human.stdout).toContain('Repair 1 finding of words in src/a.txt');
    expect(human.stdout).toContain('Repair 1 finding of words in src/b.txt');
    expect(seenIn(root)).toEqual(before);
    expect(filesIn(marks)).toEqual({});
    expect(existsSync(join(root, '.ratchetr/artifacts'))).toBe(false);
  });

  it('concerns only the paths that were given', async () => {
    const { root } = await plantWords();
    const { report } = await fix(root, ['src/b.txt', '--apply']);
    expect(triesOf(report)).toEqual({ 'words src/b.txt': ['command: accepted'] });
    expect(textsIn(root, ['src/a.txt'])).toEqual({ 'src/a.txt': twoFiles['src/a.txt'] });
  });
});
