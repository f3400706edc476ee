import { expect, it } from 'vitest';
import { fix } from '../run-fix.ts';
import { endsOfCases, plantJavascript, vitestDialect } from './javascript-cases.ts';
import { javascriptCheats, javascriptRepairs } from './javascript-cheats.ts';

const only = ['--branch', 'fixes', '--engine', 'vitest'];

it('tests that are made to demand nothing are no repair, whatever way is taken', async () => {
  const cheats = javascriptCheats(vitestDialect);
  const { root } = await plantJavascript(vitestDialect, cheats);
  const { report } = await fix(root, only);
  expect(endsOfCases(report)).toEqual(
    Object.fromEntries(
      Object.entries(cheats).map(([name, { code = '' }]) => [
        name,
        expect.stringMatching(new RegExp(String.raw`\b(?:${code})\b`)),
      ]),
    ),
  );
});

it('what repairs is taken, and told by whose merit its tests pass', async () => {
  const repairs = javascriptRepairs(vitestDialect);
  const { root } = await plantJavascript(vitestDialect, repairs);
  const { report } = await fix(root, only);
  expect(endsOfCases(report)).toEqual(
    Object.fromEntries(Object.entries(repairs).map(([name, { verdict }]) => [name, verdict])),
  );
  const { expectations = [] } = report.summary ?? {};
  expect(expectations).toContainEqual(
    expect.objectContaining({
      test: 'src/inTest.test.js > adds up',
      before: expect.stringContaining('toBe(10'),
      after: expect.stringContaining('toBe(3)'),
    }),
  );
});
