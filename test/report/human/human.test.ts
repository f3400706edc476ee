import { describe, expect, it } from 'vitest';
import { withoutEscapes } from '#base/excerpt.ts';
import { findingId } from '#model/ids.ts';
import { renderHuman } from '#report/human/human.ts';
import { aChecked, aFailed, aFullReport, aReport, aReported } from '../check-reports.ts';

const plain = { color: false, width: 100 };

const expected = `shop/total.py
  12:5  high     Undefined name \`total\` [ruff F821]

tests/test_total.py
  40  blocker  AssertionError: assert 4 == 3
                 where 4 = total([1, 3]) [pytest test_failure, tests/test_total.py::test_total]

In no file
  medium   The configuration is out of date [ruff RUF100]

Engines that failed; in no total
  mypy target: CRASHED: mypy crashed; see the end of its output.
    $ /opt/tools/mypy --output 'it is here'
    | Traceback (most recent call last):
    |   INTERNAL ERROR

Left out
  eslint: EMPTY_SCOPE: engines.eslint.paths is empty; name one.

Engines
  Engine                      Mode     Result             New  Fixed  Tolerated    Time  How
  ruff 0.16.9                 current  findings             1      0          1   0.4 s  derived
  ruff 0.16.9                 target   findings             2      1          1   0.4 s  run
  pytest 9.1.1                target   findings, partial    1      0          0  12.3 s  run
  tsc 0.16.9 in packages/api  target   clean                0      0          0   0.4 s  cached
  mypy 0.16.9                 target   failed               -      -          -   0.4 s  run

Notes
  pytest: One file could not be collected.

Baseline
  ruff, pytest, tsc, mypy: the merge base holds a baseline.

Worse
  lost tests: also test_cart.

Better
  coverage of a.py: 9 of 10 lines, was 8 of 10.

3 new findings, 1 fixed, 1 tolerated.
Compared with 1111111 (origin/main).
No reliable result from mypy; so far 3 new findings and 1 number worse than before. Exit code 3.
`;

describe('the report for people', () => {
  it('tells what is new first, what was found twice once, and the verdict last', () => {
    expect(renderHuman(aFullReport(), plain)).toBe(expected);
  });

  it('says the same in colours', () => {
    const colored = renderHuman(aFullReport(), { ...plain, color: true });
    expect(colored).not.toBe(expected);
    expect(withoutEscapes(colored)).toBe(expected);
  });

  it('lists the first two hundred, and says what the others are and where they are to be had', () => {
    const many = Array.from({ length: 450 }, (_, index) =>
      aReported({
        id: findingId.parse(`f${index + 1}`),
        filePath: `shop/part_${String(index).padStart(3, '0')}.py`,
        fingerprint: String(index),
        symbol: index % 5 === 0 ? 'F401' : 'F821',
      }),
    );
    const text = renderHuman(aReport({ exit: 1, engines: [aChecked(many)] }), plain);
    expect(text.match(/^shop\/part_/gm)).toHaveLength(200);
    expect(text).toContain(
      `250 more new findings in 250 files
  200 ruff F821, 50 ruff F401. All of them: --format json, or name the paths that matter.
`,
    );
    expect(text).toContain('450 new findings');
  });

  it('counts what is tolerated and does not list it', () => {
    const report = aReport({ engines: [aChecked([aReported({ status: 'tolerated' })])] });
    const text = renderHuman(report, plain);
    expect(text).not.toContain('Undefined name');
    expect(text).toContain('0 new findings, 0 fixed, 1 tolerated.');
    expect(text).toMatch(/Nothing new, 1 tolerated\. Exit code 0\.\n$/);
  });

  it('puts what a failed engine found into no total', () => {
    const failed = { ...aFailed('mypy'), findings: [aReported({ tool: 'mypy' })] };
    const text = renderHuman(aReport({ exit: 3, engines: [failed] }), plain);
    expect(text).toContain('0 new findings');
    expect(text).not.toContain('Undefined name');
  });

  it('tells a failure once, though the other mode is derived from it', () => {
    const failed = aFailed('tsc');
    const derived = { ...failed, outcome: { ...failed.outcome, origin: 'derived' as const } };
    const text = renderHuman(aReport({ exit: 3, engines: [derived, failed] }), plain);
    expect(text.match(/CRASHED/g)).toHaveLength(1);
  });

  it('says why nobody has anything to do', () => {
    const text = renderHuman(
      aReport({ exit: 4, absent: [{ engine: 'ruff', because: 'no Python file' }] }),
      plain,
    );
    expect(text).toContain('Not asked\n  ruff: no Python file\n');
    expect(text).toMatch(
      /Nothing was judged: no engine has anything to do here\. Exit code 4\.\n$/,
    );
  });

  it('says clearly that there is no baseline', () => {
    const baseline = {
      source: 'none',
      because: 'it is new here.',
      entries: 0,
      held: null,
    } as const;
    const base = { commit: null, ref: 'origin/main', because: 'origin/main is unknown.' };
    const report = aReport({ base, engines: [aChecked([aReported()], { baseline })] });
    expect(renderHuman(report, plain)).toContain(
      'Not compared with another commit: origin/main is unknown. There is no baseline, so every finding\ncounts as new.\n',
    );
  });

  it('says once that there is none, whether there is a commit or not, and only where it matters', () => {
    const because = 'Every finding counts as new: no git.';
    const baseline = { source: 'none', because, entries: 0, held: null } as const;
    const base = { commit: null, ref: null, because: 'no git' };
    const sentence = 'There is no baseline, so every finding counts as new.';
    const counts = { new: 1, noted: 0, fixed: 0, tolerated: 0 };
    const engines = [aChecked([aReported()], { baseline, counts })];
    expect(renderHuman(aReport({ base, engines }), plain)).toContain(
      `Not compared with another commit: no git. ${sentence}\n`,
    );
    const compared = renderHuman(aReport({ engines }), plain);
    expect(compared.match(/counts as new/g)).toHaveLength(1);
    const clean = renderHuman(aReport({ base, engines: [aChecked([], { baseline })] }), plain);
    expect(clean).toContain('Not compared with another commit: no git.\n');
    expect(clean).not.toContain('aseline');
  });

  it('wraps long messages below their beginning', () => {
    const finding = aReported({ message: 'word '.repeat(60) });
    const text = renderHuman(aReport({ engines: [aChecked([finding])] }), { ...plain, width: 60 });
    const lines = text.split('\n').filter((line) => line.includes('word'));
    expect(lines.length).toBeGreaterThan(5);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(lines.slice(1).every((line) => /^ {17}word/.test(line))).toBe(true);
  });

  it('lets no tool steer the terminal or turn the direction of writing', () => {
    const message = '\u{1B}[2J\u{1B}]0;title\u{7}red\u{9B}31m \u{202E}evil\u{0}';
    const finding = aReported({ message, filePath: 'a\u{1B}[1mb\nc.py', symbol: '\u{1B}cX' });
    const report = aReport({
      engines: [aChecked([finding]), aFailed('mypy', { argv: ['a\u{1B}[0mb\n'] })],
    });
    const steering = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u;
    expect(renderHuman(report, plain)).not.toMatch(steering);
  });
});
