import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Identifiable } from '#check/rules/findings/identity.ts';
import { aFinding } from '../../../support/samples.ts';
import { found, hash, identified, type Files } from './project.ts';
import { identifyFindings } from '#check/rules/findings/identity.ts';

const files: Files = { 'a.py': ['import os', 'import sys', '', 'print(1)'] };

const identityOf = (finding: Identifiable, source: Files = files) =>
  identified(source, [finding])[0]?.identity;

describe('identify', () => {
  it('keeps path and rule readable and hashes the rest', () => {
    expect(identityOf(found('a.py', 1))).toEqual({
      path: 'a.py',
      rule: 'F401',
      L: expect.stringMatching(/^[a-z2-7]{12}$/),
      C: expect.stringMatching(/^[a-z2-7]{12}$/),
      M: expect.stringMatching(/^[a-z2-7]{12}$/),
    });
  });

  it('leaves out column, severity and the numbers of the message', () => {
    const first = aFinding({ ...found('a.py', 1, { message: 'too long (88 > 79)', column: 1 }) });
    const second = {
      ...first,
      severity: 'low' as const,
      column: 9,
      message: 'too long (104 > 79)',
    };
    expect(identityOf(second)).toEqual(identityOf(first));
    expect(identityOf({ ...first, message: 'too short (88 > 79)' })).not.toEqual(identityOf(first));
  });

  it('takes the kind where the tool gives no rule', () => {
    expect(identityOf({ ...found('a.py', 1), symbol: undefined })?.rule).toBe('lint');
  });

  it.each([
    ['has no line', { ...found('a.py', 1), line: undefined }],
    ['has no file', { ...found('a.py', 1), filePath: undefined }],
    ['is in a file that cannot be read', found('gone.py', 1)],
  ])('has no line to hash when a finding %s', (_, finding) => {
    expect(identityOf(finding)).toMatchObject({ L: '', C: '', M: expect.stringMatching(/./) });
  });

  it('takes a line after the last as blank', () => {
    expect(identityOf(found('a.py', 99))?.L).toBe(identityOf(found('a.py', 3))?.L);
  });

  it('reads each file once and gives the findings in their order', () => {
    const asked: string[] = [];
    const findings = [found('a.py', 2), found('b.py', 1), found('a.py', 1), found('b.py', 2)];
    const result = identifyFindings({ hash }, findings, (path) => {
      asked.push(path);
      return files[path];
    });
    expect(asked).toEqual(['a.py', 'b.py']);
    expect(result.map(({ finding }) => finding)).toEqual(findings);
  });

  it('hashes a line for 1000 findings no more often than for one', () => {
    let calls = 0;
    const counting = (text: string) => {
      calls += 1;
      return hash(text);
    };
    const findings = Array.from({ length: 1_000 }, (_, index) =>
      found('a.py', 2, { column: index + 1 }),
    );
    identifyFindings({ hash: counting }, findings, (path) => files[path]);
    expect(calls).toBe(5);
  });

  it('stays when unrelated lines come and go elsewhere', () => {
    const line = fc.string({ minLength: 1, maxLength: 8 });
    const some = fc.array(line, { maxLength: 8 });
    fc.assert(
      fc.property(some, some, some, some, (above, below, newAbove, newBelow) => {
        const block = ['before', 'the line', 'after'];
        const [was, is] = [
          [...above, ...block, ...below],
          [...newAbove, ...block, ...newBelow],
        ];
        const old = identityOf(found('a.py', above.length + 2), { 'a.py': was });
        expect(identityOf(found('a.py', newAbove.length + 2), { 'a.py': is })).toEqual(old);
      }),
    );
  });

  it('differs in nothing but the path after a rename', () => {
    const renamed: Files = { 'b.py': files['a.py'] ?? [] };
    expect(identityOf(found('b.py', 2), renamed)).toEqual({
      ...identityOf(found('a.py', 2)),
      path: 'b.py',
    });
  });
});

describe('identify for tests', () => {
  const frame = { path: 'shop/total.py', symbol: 'total' };
  const failing: Identifiable = {
    ...found('tests/test_a.py', 3, { symbol: 'failed', message: 'assert 4 == 3' }),
    testId: 'tests/test_a.py::test_total',
    testIdentity: { exception: 'AssertionError', frame },
  };

  it.each<[string, Partial<Identifiable>]>([
    ['its line', { line: 30 }],
    ['its message', { message: 'assert 5 == 3' }],
  ])('keeps a failing test the same whatever %s', (_, different) => {
    expect(identityOf({ ...failing, ...different })).toEqual(identityOf(failing));
  });

  it.each<[string, Partial<Identifiable>]>([
    ['another test', { testId: 'tests/test_a.py::test_price' }],
    ['another exception', { testIdentity: { exception: 'KeyError', frame } }],
    [
      'another frame',
      { testIdentity: { exception: 'AssertionError', frame: { ...frame, symbol: 'add' } } },
    ],
    ['no frame', { testIdentity: { exception: 'AssertionError' } }],
    ['nothing known of its end', { testIdentity: undefined }],
  ])('is another finding in every hash with %s', (_, different) => {
    const [was, is] = [identityOf(failing), identityOf({ ...failing, ...different })];
    expect([is?.L === was?.L, is?.C === was?.C, is?.M === was?.M]).toEqual([false, false, false]);
  });

  it('differs in nothing but the path after its file is renamed', () => {
    const path = 'tests/test_b.py';
    const own = { path: 'tests/test_a.py', symbol: 'check' };
    const inOwnFile = { ...failing, testIdentity: { exception: 'KeyError', frame: own } };
    const renamed = {
      ...inOwnFile,
      filePath: path,
      testId: `${path}::test_total`,
      testIdentity: { exception: 'KeyError', frame: { ...own, path } },
    };
    expect(identityOf(renamed)).toEqual({ ...identityOf(inOwnFile), path });
  });

  const below = { path: 'tests/test_a.py', symbol: 'check' };
  const inRoot = { ...failing, testIdentity: { exception: 'KeyError', frame: below } };

  it.each(['pkg/tests/test_a.py', 'libs/pkg/tests/test_a.py', 'tests/test_a.py'])(
    'is the same for a test of a root further down, in %s',
    (filePath) => {
      expect(identityOf({ ...inRoot, filePath })).toEqual({
        ...identityOf(inRoot),
        path: filePath,
      });
    },
  );

  it('differs in nothing but the path after a file of a root further down is renamed', () => {
    const [old, path] = ['pkg/tests/test_a.py', 'pkg/spec/test_b.py'];
    const renamed = {
      ...inRoot,
      filePath: path,
      testId: 'spec/test_b.py::test_total',
      testIdentity: { exception: 'KeyError', frame: { ...below, path: 'spec/test_b.py' } },
    };
    expect(identityOf({ ...renamed })).toEqual({
      ...identityOf({ ...inRoot, filePath: old }),
      path,
    });
  });

  it('takes only whole folders for the path of its file', () => {
    const own = { ...failing, filePath: 'pkg/tests/test_a.py' };
    const other = { ...own, testId: 'ests/test_a.py::test_total' };
    expect(identityOf(other)).not.toEqual(identityOf(own));
  });
});
