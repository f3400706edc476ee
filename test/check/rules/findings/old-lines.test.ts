import { describe, expect, it } from 'vitest';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import { anEntry } from './baselines.ts';
import { found, hash, tolerating, type Files } from './project.ts';

const files: Files = { 'a.py': ['one', '  bad = 1', 'two'], 'b.py': ['one'] };
const entries = tolerating(files, [found('a.py', 2), found('b.py', 1), found('gone.py', 1)]);

describe('createOldLines', () => {
  it('finds the text an entry was made from, in its own file', () => {
    const oldLine = createOldLines({ hash }, (path) => files[path]);
    expect(entries.map(oldLine)).toEqual(['  bad = 1', 'one', undefined]);
    expect(oldLine(anEntry({ path: 'a.py' }))).toBeUndefined();
  });

  it('reads each file once', () => {
    const asked: string[] = [];
    const oldLine = createOldLines({ hash }, (path) => {
      asked.push(path);
      return files[path];
    });
    for (const entry of [...entries, ...entries]) oldLine(entry);
    expect(asked).toEqual(['a.py', 'b.py', 'gone.py']);
  });
});
