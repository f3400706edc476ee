import { describe, expect, it } from 'vitest';
import type { ProofRow } from '#model/proof.ts';
import { aChangeset, factsOf, judged, write } from './changesets.ts';

const { evidence } = aChangeset();
const change = write('src/total.py', '1');
const silencer = { id: 'ruff', judges: /\.py$/, suppressions: [String.raw`#\s*noqa`] };

const tests: NonNullable<ProofRow['tests']> = {
  ran: 4,
  canaries: { held: 6, planted: 6 },
  mutants: { killed: 3, tried: 4 },
  lines: 9,
  outside: true,
};
const row: ProofRow = {
  engine: 'ruff',
  root: '.',
  version: '0.17.5',
  tool: 'project',
  runsCode: false,
  tests,
};
const proved = (...proof: readonly ProofRow[]) =>
  aChangeset({ evidence: { ...evidence, proof: [...proof] } });

/** Judged with these texts of its one file, at the head and now. */
const judgedTexts = (before: string, after: string, given = aChangeset()) => {
  const facts = factsOf(given);
  const [[path, content] = ['', undefined]] = facts.contents;
  if (content === undefined) throw new Error('There is no content');
  return judged(given, {
    ...facts,
    contents: new Map([[path, { ...content, text: after }]]),
    before: new Map([[path, before]]),
    silencers: [silencer],
    limits: { ...facts.limits, maxLinesChanged: 4 },
  });
};

describe('what a changeset tells of itself', () => {
  it('is taken where its own files show the same', () => {
    expect(judged(proved(row))).toEqual([]);
    expect(judgedTexts('x = 1\n', 'x = 2\n')).toEqual([]);
  });

  it('is not, where tests are to demand something else and none is changed', () => {
    const expectations = [{ test: 'a', path: 'tests/test_a.py', before: '1', after: '2' }];
    const facts = { expectations: 'push' } as const;
    const given = aChangeset({ evidence: { ...evidence, expectations } });
    expect(judged(given, factsOf(given, facts))).toEqual(['EVIDENCE_CONTRADICTED']);
    const changes = [change, write('tests/test_a.py', '2')];
    const tested = aChangeset({ changes, evidence: { ...evidence, expectations } });
    expect(judged(tested, factsOf(tested, facts))).toEqual([]);
  });

  it.each<[string, ProofRow]>([
    [
      'a canary answered wrongly',
      { ...row, tests: { ...tests, canaries: { held: 5, planted: 6 } } },
    ],
    [
      'more mutants were killed than tried',
      { ...row, tests: { ...tests, mutants: { killed: 5, tried: 4 } } },
    ],
    ['an engine is compared that did not run', { ...row, engine: 'mypy' }],
  ])('is not, where %s', (_, impossible) => {
    expect(judged(proved(impossible))).toEqual(['EVIDENCE_CONTRADICTED']);
  });

  it('is not, where it silences an engine and does not say so', () => {
    expect(judgedTexts('x = 1\n', 'x = 1  # noqa\n')).toEqual(['EVIDENCE_CONTRADICTED']);
    expect(judgedTexts('x = 1  # noqa\n', 'x = 2  # noqa\n')).toEqual([]);
  });

  it('is not, where it changes more lines than its attempts may', () => {
    expect(judgedTexts('x = 1\n', 'a\nb\nc\nd\ne\n')).toEqual(['TOO_MANY_LINES']);
  });
});
