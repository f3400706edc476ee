import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix, triesOf } from './run-fix.ts';
import { filesIn } from './seen.ts';
import { processesOf } from './survivors.ts';
import { exceptFor, plantWords } from './words.ts';

const programs = join(import.meta.dirname, '../../fixtures/agents-hostile');

/** What each of them must be rejected for, besides all else that may speak against it. */
const reasons: Readonly<Record<string, string>> = {
  'answers-another': 'AGENT_GARBAGE',
  blocked: 'AGENT_BLOCKED',
  crashes: 'AGENT_FAILED',
  'deletes-tests': 'TEST_DELETED',
  'edits-nothing': 'NOTHING_CHANGED',
  'exits-silently': 'AGENT_GARBAGE',
  'fills-disk': 'AGENT_FAILED',
  forks: 'NOTHING_CHANGED',
  'gives-up': 'AGENT_FAILED',
  hangs: 'AGENT_TIMED_OUT',
  'ignores-sigterm': 'AGENT_TIMED_OUT',
  'leaves-processes': 'NOTHING_CHANGED',
  lies: 'AGENT_LIED',
  'links-outside': 'SYMLINK_ESCAPE',
  'makes-many-files': 'TOO_MANY_FILES',
  'prints-garbage': 'AGENT_GARBAGE',
  'prints-two': 'AGENT_GARBAGE',
  'prints-without-end': 'AGENT_(?:FAILED|TIMED_OUT)',
  'tells-environment': 'NOTHING_CHANGED',
  'writes-git': 'NOTHING_CHANGED',
  'writes-many-lines': 'TOO_MANY_LINES',
  'writes-workflow': 'PROTECTED_PATH',
};

const fileOf = (name: string): string => `src/${name}.txt`;
const healthy = ['src/a.txt', 'src/b.txt', 'src/z.txt'];

it('names every program that there is', () => {
  const files = readdirSync(programs).filter((name) => name.endsWith('.mjs'));
  const names = files.map((name) => name.slice(0, -4)).filter((name) => name !== 'contract');
  expect(Object.keys(reasons).toSorted()).toEqual(names.toSorted());
});

it('agents that misbehave are rejected, each for what it did, and harm nobody', async () => {
  const temporary = await tempFolder();
  const agent = exceptFor(
    Object.fromEntries(
      Object.keys(reasons).map((name) => [
        fileOf(name),
        [process.execPath, join(programs, `${name}.mjs`)],
      ]),
    ),
  );
  const files = [...healthy, ...Object.keys(reasons).map(fileOf)];
  const repository = await plantWords({
    files: {
      ...Object.fromEntries(files.map((file) => [file, 'BAD\n'])),
      'tests/test_it.py': 'def test_it():\n    pass\n',
    },
    agent,
    config: {
      limits: { maxCopyMegabytes: 64 },
      timeouts: { lease: '3s', step: '10s', attempt: '10s' },
      workers: { max: 6, maxAgents: 6 },
    },
  });
  const { root, git } = repository;
  const before = filesIn(root);
  const { report } = await fix(root, ['--branch', 'fixes'], { temporary });
  expect(triesOf(report)).toEqual(
    Object.fromEntries([
      ...healthy.map((file) => [`words ${file}`, ['command: accepted']]),
      ...Object.entries(reasons).map(([name, code]) => [
        `words ${fileOf(name)}`,
        [expect.stringMatching(String.raw`^command: .*\b${code}\b`)],
      ]),
    ]),
  );
  expect(git('diff', '--name-only', 'main', 'fixes').split('\n')).toEqual(healthy);
  expect(filesIn(root)).toEqual(before);
  expect(git('status', '--porcelain')).toBe('');
  expect(processesOf(temporary)).toEqual([]);
  expect(processesOf(programs)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(join(root, 'hacked'))).toBe(false);
});
