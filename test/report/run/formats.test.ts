import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runReport, type RunReport } from '#model/run-report.ts';
import { withoutEscapes } from '#base/excerpt.ts';
import { assembleRunReport } from '#report/run/assemble-run-report.ts';
import { runFormats } from '#report/run/formats.ts';
import { undoneArtifact } from '#repair/rules/session/undone.ts';
import { aFinding, anArtifact, anAttempt, aRun, aTask, sha } from '../../support/samples.ts';
import { hostile, hostileText } from '../hostile-text.ts';
import { pageProblems, nestingProblems, tagsOf } from '../pages.ts';
import { compared } from '../../support/compared.ts';
import { aRunRecords, aStoredSummary, at } from './run-records.ts';

const look = { color: false, width: 100 };
const full = assembleRunReport(aRunRecords());
const formats = Object.entries(runFormats).map(([name, render]) => ({ name, render }));

/** Everything that a repository, a tool or an agent can say is hostile at once. */
function saying(words: string): RunReport {
  const records = aRunRecords();
  const finding = aFinding({ message: words, filePath: words, symbol: words, testId: words });
  const summary = aStoredSummary({
    sentence: words,
    result: { kind: 'refused', because: words },
    vector: {
      acceptable: false,
      components: [
        compared({ kind: 'coverage', path: words }),
        compared({ kind: 'baseline', engine: words }),
        compared({ kind: 'new-findings', engine: words, root: words }),
      ].map((one) => ({ ...one, component: words, sentence: words })),
    },
    engineErrors: [{ engine: `engine ${words}`, message: words }],
    dropped: [{ taskId: 'types', because: words }],
    expectations: [{ test: `test ${words}`, path: words, before: words, after: words }],
  });
  return assembleRunReport({
    ...records,
    run: aRun({ status: 'succeeded', finishedAt: at(130), repoPath: words, summary }),
    tasks: records.tasks.map((task) => ({
      ...task,
      title: words.slice(0, 300),
      statusReason: words,
      targets: { files: [words], testIds: [words], modules: [words] },
      findingIds: [finding.id],
      tool: 'pytest',
    })),
    attempts: records.attempts.map((attempt) => ({
      ...attempt,
      agentName: `agent ${words}`,
      reason: words,
      verdict: { kind: 'rejected' as const, reasons: [{ code: 'AGENT_LIED', sentence: words }] },
    })),
    findingsStart: [finding],
    findingsFinal: [finding, aFinding({ ...finding, fingerprint: 'other' })],
  });
}

describe('a run for programs', () => {
  it('is the report itself', () => {
    expect(runReport.parse(JSON.parse(runFormats.json(full, look)))).toEqual(full);
  });
});

describe('a run at a terminal', () => {
  it('tells tasks, what is left and why, counts, costs and times, the outcome last', () => {
    expect(runFormats.human(full, look)).toBe(expectedHuman);
  });

  it('says the same in colours', () => {
    const colored = runFormats.human(full, { ...look, color: true });
    expect(colored).not.toBe(expectedHuman);
    expect(withoutEscapes(colored)).toBe(expectedHuman);
  });

  it('says how far it is while it runs', () => {
    const tasks = [aTask({ id: 'a', status: 'succeeded' }), aTask({ id: 'b' })];
    const running = aRunRecords({ run: aRun(), tasks, findingsFinal: [], now: at(75) });
    const text = runFormats.human(assembleRunReport(running), look);
    expect(text).toMatch(/, 1 min 15 s\.\nRunning: 1 of 2 tasks done\.\n$/);
    expect(text).toContain('queued');
  });

  it('never says of a run that is over that something will still be done', () => {
    const tasks = [aTask({ id: 'a', status: 'running' }), aTask({ id: 'b' })];
    const attempts = [anAttempt({ taskId: 'a' })];
    const over = aRunRecords({ run: aRun({ status: 'aborted' }), tasks, attempts });
    const text = runFormats.human(assembleRunReport(over), look);
    expect(text).not.toMatch(/queued|running/);
    expect(text).toContain('cut off');
    expect(text).toContain('not done');
  });

  it.each([
    ['patch', { kind: 'patch' }, 'The patch is the artifact result/changes.patch.'],
    ['applied', { kind: 'applied', changes: 'c.json' }, '`ratchetr undo run-1` takes it back.'],
    ['branch', { kind: 'branch', name: 'fixes', commit: sha('c') }, 'branch fixes was made'],
    ['refused', { kind: 'refused', because: 'It moved.' }, 'delivered: It moved. The patch is'],
  ])('says what became of the changes: %s', (_, result, sentence) => {
    const run = aRun({ status: 'succeeded', summary: aStoredSummary({ result }) });
    expect(runFormats.human(assembleRunReport(aRunRecords({ run })), look)).toContain(sentence);
  });

  it('says that the changes were taken back, and no more how', () => {
    const artifacts = [anArtifact({ name: undoneArtifact, kind: 'json' })];
    const text = runFormats.human(assembleRunReport(aRunRecords({ artifacts })), look);
    expect(text).toContain('Its changes were undone.');
    expect(text).not.toContain('The branch fixes');
  });

  it('fits into its width, whatever the titles', () => {
    const tasks = aRunRecords().tasks.map((task) => ({ ...task, title: 'long title '.repeat(20) }));
    const text = runFormats.human(assembleRunReport(aRunRecords({ tasks })), look);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
  });
});

describe('a run as Markdown', () => {
  const text = runFormats.markdown(full, look);

  it('begins with the outcome and tells every task and all that is left', () => {
    expect(text).toMatch(/^### ⚠️ Two of four findings are repaired/);
    expect(text.match(/^\| <code>/gm)).toHaveLength(4);
    expect(text).toContain('#### 4 findings left');
    expect(text).toContain('Its repair was taken out at the end');
    expect(text.match(/<details>/g)).toHaveLength(3);
  });

  it('is short enough for a comment, whatever there is to tell', () => {
    for (const sign of ['<', '@', '[', '\u{1F600}', 'a']) {
      const words = sign.repeat(30_000);
      const report = saying(words);
      const tasks = Array.from({ length: 3_000 }, (_, n) => report.tasks[n % 4]).flatMap(
        (task) => task ?? [],
      );
      const left = Array.from({ length: 9_000 }, (_, n) =>
        report.left.slice(0, 1).map((one) => ({ ...one, because: `${n} ${one.because}` })),
      ).flat();
      const errors = Array.from({ length: 99 }, () => ({ engine: words, message: words }));
      const { summary } = report;
      if (summary === null) throw new Error('There is a summary.');
      const many = { ...report, tasks, left, summary: { ...summary, engineErrors: errors } };
      expect(runFormats.markdown(many, look).length).toBeLessThan(65_536);
    }
  });
});

describe('a run as a page', () => {
  const page = runFormats.html(full, look);

  it('needs nothing else and can load nothing', () => {
    expect(pageProblems(page)).toEqual([]);
  });

  it('draws a bar for each attempt by verdict, and a mark for each checkpoint', () => {
    const bars = page.match(/<g class="bar \w+"/g) ?? [];
    const moods = bars.map((bar) => /bar (\w+)/.exec(bar)?.[1] ?? '');
    expect(moods.toSorted()).toEqual(['bad', 'good', 'good', 'good', 'unsure']);
    expect(page.match(/<g class="checkpoint">/g)).toHaveLength(3);
  });

  it('draws every bar where its time is', () => {
    const rects = [
      ...page.matchAll(/<g class="bar[^]*?<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g),
    ];
    const [first] = rects.map(([, x, width]) => [Number(x), Number(width)]);
    // The second 12 of 130, for 40 seconds, on 834 units that begin at 270.
    expect(first?.[0]).toBeCloseTo(270 + (12 / 130) * 834, 0);
    expect(first?.[1]).toBeCloseTo((40 / 130) * 834, 0);
  });

  it('tells of every part', () => {
    for (const part of [
      'The branch fixes was made at ccccccc.',
      '<b>2 of 4</b><span>tasks accepted</span>',
      '<b>$2.25</b><span>cost</span>',
      'It edits tests/test_tax.py, which is protected.',
      '1 file, +3 −1 lines',
      'No task was made for it.',
      'Attempt 2',
    ]) {
      expect(page).toContain(part);
    }
  });

  it('takes a run of which nothing is known yet', () => {
    const none = { tasks: [], attempts: [], findingsStart: [], findingsFinal: [], artifacts: [] };
    const report = assembleRunReport(aRunRecords({ ...none, run: aRun(), accepted: [] }));
    for (const { render } of formats) expect(render(report, look)).toMatch(/run(?:-|&#45;)1/);
  });
});

describe('whatever they say', () => {
  it('makes no tag and no attribute of the page', () => {
    const expected = tagsOf(runFormats.html(saying('plain'), look));
    fc.assert(
      fc.property(hostileText, (words) => {
        const page = runFormats.html(saying(words), look);
        expect(tagsOf(page)).toEqual(expected);
        expect(nestingProblems(page)).toEqual([]);
      }),
    );
  });

  it('makes no tag, mention, link or cell of Markdown', () => {
    const syntax = /<(?!\/?(?:code|pre|details|summary|b|br)>)|[@`\]$]|\]\(/;
    fc.assert(
      fc.property(hostileText, (words) => {
        const text = runFormats.markdown(saying(words), look);
        expect(text.replaceAll(/&#\d+;/g, '')).not.toMatch(syntax);
        const rows = text.match(/^\|.*$/gm) ?? [];
        expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([8]));
      }),
    );
  });

  it('never steers a terminal', () => {
    fc.assert(
      fc.property(hostileText, (words) => {
        expect(runFormats.human(saying(words), look)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
      }),
    );
  });

  it('stays on its own line at a terminal', () => {
    const text = runFormats.human(saying('first\nsecond'), look);
    expect(text).toContain('first second');
    expect(text).not.toMatch(/^second/m);
  });

  it.each(formats)('is shown as $name in time, a megabyte in every text too', ({ render }) => {
    const text = render(saying('a<|&\u{1B}['.repeat(150_000)), look);
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(500_000);
  });

  it.each(formats)('is whole as $name', ({ render }) => {
    for (const words of hostile) expect(render(saying(words), look)).not.toContain('undefined');
  });
});

const expectedHuman = `Run run-1 (fixup) on acme/shop at aaaaaaa, started 2027-01-15 08:00:00 UTC.

Tasks
  Task                        State      Tries  Agent           Cost  Last verdict
  Repair types of shop/tax.…  taken out      1  claude-code    $1.50  accepted
  Repair test_total           accepted       1  claude-code  $0.2500  accepted
  Repair test_tax             given up       2  claude-code  $0.5000  rejected: PROTECTED_PATH, COM…
  Repair shop/cart.py         accepted       1  autofix        $0.00  accepted

Left
  1 finding: Repair test_tax: Its repair was given up: the tests still fail (attempt 2 was the
    last).
    tests/test_tax.py:4  test_failure: assert 1 == 2
  1 finding: Repair types of shop/tax.py: Its repair was taken out at the end: it made test_cart
    fail.
    shop/tax.py:9  arg-type: Argument 1 has the wrong type
  1 finding: It was not there at the start.
    tests/test_new.py  test_failure: assert 0
  1 finding: No task was made for it.

Findings
  Engine  Found  Fixed  Left  New
  mypy        1      0     1    0
  pytest      2      1     1    1
  ruff        2      1     1    0

Cost
  Agent        Tries     Cost  Tokens in  Tokens out  Source
  claude-code      1    $1.50          -           -  reported
  claude-code      2  $0.7500       3500         109  metered
  autofix          1    $0.00          -           -  none

Time
  Stage        Times   Time
  engines          3   24 s
  copying          2  0.3 s
  agent            2   31 s
  validating       1  9.0 s
  integrating      1  0.3 s

2 of 4 tasks accepted, 5 attempts, $2.25, 2 min 10 s.
The branch fixes was made at ccccccc.
Two of four findings are repaired.
`;
