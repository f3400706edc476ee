import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSarif } from '#check/rules/outcome/sarif.ts';
import { recorded } from '../../../engines/recorded.ts';

type Json = Readonly<Record<string, unknown>>;

const rules = [
  { id: 'quiet', defaultConfiguration: { level: 'note' } },
  { id: 'told', messageStrings: { m: { text: 'Use {0}, not {1} or {2}.' } } },
];

function aLog(run: Json, driver: Json = { name: 't', rules }): string {
  return JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver }, results: [], ...run }] });
}

function resultsOf(...results: readonly Json[]) {
  const reading = readSarif(aLog({ results }));
  if (reading.kind === 'broken') throw new Error(reading.state);
  return reading.results;
}

const text = { message: { text: 'm' } };

describe('a result of SARIF', () => {
  it.each<[Json, string]>([
    [{ level: 'error' }, 'error'],
    [{ level: 'none' }, 'none'],
    [{}, 'warning'],
    [{ ruleId: 'unlisted' }, 'warning'],
    [{ ruleId: 'quiet' }, 'note'],
    [{ ruleIndex: 0 }, 'note'],
    [{ rule: { id: 'quiet' } }, 'note'],
    [{ rule: { index: 0 } }, 'note'],
    [{ ruleId: 'quiet', ruleIndex: -1, level: null }, 'note'],
    [{ ruleId: 'quiet', kind: 'fail' }, 'note'],
    [{ ruleId: 'quiet', kind: 'review' }, 'none'],
    [{ kind: 'open' }, 'none'],
    [{ kind: 'informational', level: 'warning' }, 'warning'],
  ])('%j has the level %s', (given, level) => {
    expect(resultsOf({ ...text, ...given })).toMatchObject([{ level }]);
  });

  it.each<[Json, string | null]>([
    [{ ruleId: 'a' }, 'a'],
    [{ rule: { id: 'b' } }, 'b'],
    [{ ruleIndex: 1 }, 'told'],
    [{ ruleIndex: 7 }, null],
    [{}, null],
  ])('%j has the rule %j', (given, rule) => {
    expect(resultsOf({ ...text, ...given })).toMatchObject([{ rule }]);
  });

  it('may be of a rule of an extension', () => {
    const extensions = [{ rules: [{ id: 'theirs', defaultConfiguration: { level: 'error' } }] }];
    const rule = { index: 0, toolComponent: { index: 0 } };
    const log = aLog({ tool: { driver: { name: 't', rules }, extensions }, results: [{ rule }] });
    expect(readSarif(log)).toMatchObject({ results: [{ rule: 'theirs', level: 'error' }] });
  });

  it.each<[Json]>([
    [{ kind: 'pass' }],
    [{ kind: 'notApplicable' }],
    [{ baselineState: 'absent' }],
    [{ suppressions: [{ kind: 'inSource' }] }],
    [{ suppressions: [{ kind: 'external', status: 'accepted' }] }],
  ])('%j is none', (given) => {
    expect(resultsOf({ ...text, level: 'error', ...given })).toEqual([]);
  });

  it.each<[Json]>([
    [{ suppressions: [] }],
    [{ suppressions: null }],
    [{ suppressions: [{ status: 'rejected' }] }],
    [{ suppressions: [{ status: 'accepted' }, { status: 'underReview' }] }],
    [{ baselineState: 'unchanged' }],
    [{ baselineState: 'updated' }],
  ])('%j is one', (given) => {
    expect(resultsOf({ ...text, ...given })).toHaveLength(1);
  });

  it.each<[Json, string]>([
    [{ message: { text: ' two words \n' } }, 'two words'],
    [{ message: { text: '{0} of {1}', arguments: ['1', '2'] } }, '1 of 2'],
    [{ message: { text: 'a {0} stays' } }, 'a {0} stays'],
    [
      { ruleId: 'told', message: { id: 'm', arguments: ['let', 'var'] } },
      'Use let, not var or {2}.',
    ],
    [{ message: { markdown: '**bold**' } }, '**bold**'],
    [{ ruleId: 'told', message: { id: 'toString' } }, 'told'],
    [{}, 'The tool gives no message.'],
  ])('%j says %j', (given, message) => {
    expect(resultsOf(given)).toMatchObject([{ message }]);
  });

  it.each<[Json | undefined, number | null, number | null]>([
    [{ startLine: 3, startColumn: 4 }, 3, 4],
    [{ startLine: 3 }, 3, null],
    [{ startLine: 0, startColumn: -1 }, null, null],
    [undefined, null, null],
  ])('with the region %j is at %j:%j', (region, line, column) => {
    const physicalLocation = { artifactLocation: { uri: 'a.c' }, region };
    expect(resultsOf({ ...text, locations: [{ physicalLocation }] })).toMatchObject([
      { path: 'a.c', line, column },
    ]);
  });

  it('without a file has no line', () => {
    const physicalLocation = { region: { startLine: 3 } };
    expect(resultsOf({ locations: [{ physicalLocation }] })).toMatchObject([
      { path: null, line: null },
    ]);
  });
});

describe('a SARIF log', () => {
  it('has the results of all its runs', () => {
    const run = { tool: { driver: {} }, results: [text] };
    const log = JSON.stringify({ version: '2.1.0', runs: [run, run] });
    expect(readSarif(`\u{FEFF}${log}`)).toMatchObject({ kind: 'read', results: [{}, {}] });
  });

  it.each([
    [undefined, 'absent'],
    [' ', 'empty'],
    ['no JSON', 'unparseable'],
    ['{"version":"2.1.0","runs":[', 'truncated'],
    ['{"version":"2.1.0","runs":[]}', 'invalid'],
    ['{"version":"1.0.0","runs":[{"tool":{"driver":{}},"results":[]}]}', 'invalid'],
    [aLog({ results: undefined }), 'invalid'],
    [aLog({ results: null }), 'invalid'],
    [aLog({ results: [{ level: 3 }] }), 'invalid'],
    ['[]', 'invalid'],
  ])('%j is %s', (given, state) => {
    expect(readSarif(given)).toEqual({ kind: 'broken', state });
  });

  it('is never a reason to throw, however damaged', () => {
    const log = recorded('sarif/ruff.sarif');
    const places = fc.tuple(fc.nat(log.length), fc.nat(log.length));
    fc.assert(
      fc.property(places, fc.string(), ([a, b], junk) => {
        const damaged = log.slice(0, Math.min(a, b)) + junk + log.slice(Math.max(a, b));
        expect(['read', 'broken']).toContain(readSarif(damaged).kind);
      }),
      { numRuns: 500 },
    );
  });

  it('is never a reason to throw, whatever its values are', () => {
    const keys = ['uri', 'index', 'id', 'text', 'results', 'level', '__proto__', 'constructor'];
    const value = fc.json().map((json): unknown => JSON.parse(json));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), value, (some, any) => {
        const odd = [
          aLog({ results: [{ message: some, rule: some, locations: [any] }] }),
          aLog({ originalUriBaseIds: some, artifacts: [some], invocations: [any] }),
        ];
        for (const log of odd) expect(['read', 'broken']).toContain(readSarif(log).kind);
      }),
    );
  });
});
