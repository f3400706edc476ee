import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { reportIn, startRatchetr, triesOf } from './run-fix.ts';
import { exceptFor, plantWords, wordAgent } from './words.ts';

it('a run that another process works on cannot be taken up, and goes on unharmed', async () => {
  const marks = await tempFolder();
  const agent = exceptFor({ 'src/b.txt': wordAgent(marks) });
  const { root } = await plantWords({ agent });
  const release = () => writeFileSync(join(marks, 'go-on'), '');
  onTestFinished(release);
  const started = startRatchetr(root, ['fix', '--apply', '--format', 'json']);
  await started.saying('src/a.txt (attempt 1, command): accepted');
  const second = await startRatchetr(root, ['fix', '--resume', 'last']).ended;
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/another process works on run-\S+; interrupt that one first/);
  release();
  const { code, stdout, stderr } = await started.ended;
  expect(code).toBe(0);
  expect(triesOf(reportIn(stdout, stderr))).toEqual({
    'words src/a.txt': ['command: accepted'],
    'words src/b.txt': ['command: accepted'],
  });
});

describe('what cannot be asked for is refused before anything begins:', () => {
  it('paths at which there is nothing, also where nothing would be repaired', async () => {
    const { root } = await plantWords({ files: { 'src/a.txt': 'fine\n' } });
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await startRatchetr(root, ['fix', 'src/', 'src/z.txt', ...more])
        .ended;
      expect(code).toBe(2);
      expect(stderr).toContain('no tracked file matches src/z.txt');
    }
    expect((await startRatchetr(root, ['fix', 'src/', 'src/a.txt']).ended).code).toBe(0);
  });

  it('more of a run than it was begun for', async () => {
    const marks = await tempFolder();
    const { root } = await plantWords({ agent: wordAgent(marks) });
    const started = startRatchetr(root, ['fix']);
    await started.saying('(attempt 1, command): agent');
    started.signal('SIGINT');
    expect((await started.ended).code).toBe(130);
    for (const more of [['--apply'], ['src/a.txt'], ['--branch', 'x']]) {
      const resumed = await startRatchetr(root, ['fix', '--resume', 'last', ...more]).ended;
      expect(resumed.code).toBe(2);
    }
    writeFileSync(join(marks, 'go-on'), '');
    expect((await startRatchetr(root, ['fix', '--resume', 'last']).ended).code).toBe(0);
  });
});
