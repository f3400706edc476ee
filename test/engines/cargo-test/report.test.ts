import { describe, expect, it } from 'vitest';
import { parseCargoTestReport } from '#engines/cargo-test/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string, stderr = '') => parseCargoTestReport(outputOf({ stdout, stderr }));
const [stdout, stderr] = [recorded('cargo-test/tests.txt'), recorded('cargo-test/tests.err')];
const all = parse(stdout, stderr);

describe('a report of cargo test', () => {
  it('names tests by crate and module, and those of documentation by their file', () => {
    expect(
      all.tests?.map(({ id, skipped }) => `${id}${skipped ? ' (skipped)' : ''}`).toSorted(),
    ).toEqual([
      'src/lib.rs::add (doc test)',
      'src/lib.rs::documentation (doc test)',
      'the_shop::tests::adds',
      'the_shop::tests::fails_by_result',
      'the_shop::tests::panics_otherwise',
      'the_shop::tests::passes',
      'the_shop::tests::should_have_panicked',
      'the_shop::tests::slow (skipped)',
      'the_shop::together::together',
      'the_shop::well::good',
    ]);
  });

  it('tells where and why each failed', () => {
    const told = all.findings
      .map(({ testId = '', path, line, message }) => [testId, path, line, message])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    expect(told).toEqual([
      [
        'src/lib.rs::add (doc test)',
        'src/lib.rs',
        9,
        'assertion `left == right` failed\nleft: 3\nright: 4',
      ],
      [
        'the_shop::exits',
        '/repo/tests/exits.rs',
        null,
        'Its tests did not come to their end: exit status: 3.',
      ],
      [
        'the_shop::tests::adds',
        'src/lib.rs',
        39,
        'assertion `left == right` failed: the sum\nleft: 4\nright: 5',
      ],
      ['the_shop::tests::fails_by_result', '/repo/src/lib.rs', null, 'Error: "nope"'],
      [
        'the_shop::tests::panics_otherwise',
        'src/lib.rs',
        53,
        'panic did not contain expected string: xyz',
      ],
      [
        'the_shop::tests::should_have_panicked',
        'src/lib.rs',
        48,
        'The test did not panic as expected.',
      ],
      [
        'the_shop::together::together',
        'tests/together.rs',
        8,
        'called `Option::unwrap()` on a `None` value',
      ],
    ]);
  });

  it('says that tests are missing where something ended a program of them', () => {
    expect(all.facts).toMatchObject({ analysed: 10, expected: 12, verdict: 'failed' });
  });

  it('has the errors that keep tests from being built', () => {
    const { facts, findings } = parse(recorded('cargo-test/errors.txt'));
    expect(findings.map(({ kind, path, line }) => [kind, path, line])).toEqual([
      ['type_error', 'src/b.rs', 2],
      ['type_error', 'src/b.rs', 1],
    ]);
    expect(facts).toMatchObject({ analysed: 0, expected: 1 });
  });

  it('reads a result that stands below what a test printed', () => {
    const built = '{"reason":"build-finished","success":true}\n';
    const text = `${built}\nrunning 2 tests\ntest a ... from a child\nok\ntest b ... ok\n\ntest result: ok. 2 passed\n`;
    expect(parse(text).tests).toEqual([
      { id: 'a', skipped: false },
      { id: 'b', skipped: false },
    ]);
  });

  it('knows a program with a harness of its own by how it ended', () => {
    const built = '{"reason":"build-finished","success":true}\n';
    const own = '     Running tests/own.rs (target/debug/deps/own-0123456789abcdef)\n';
    const failed = 'error: test failed, to rerun pass `--test own`\n';
    const usual = '     Running tests/usual.rs (target/debug/deps/usual-0123456789abcdef)\n';
    const text = `${built}my own words\n\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed\n`;
    const { findings, tests } = parse(text, `${own}${failed}${usual}`);
    expect(tests).toEqual([{ id: 'usual::a', skipped: false }]);
    expect(findings.map(({ testId }) => testId)).toEqual(['own']);
  });

  it.each([
    ['', 'empty'],
    ['error: no', 'unparseable'],
    ['{"reason":"build-finished","success":true}', 'valid'],
  ])('%j is %s', (text, state) => {
    expect(parse(text).facts).toMatchObject({ state, findings: 0 });
  });
});
