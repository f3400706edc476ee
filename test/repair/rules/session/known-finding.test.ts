import { describe, expect, it } from 'vitest';
import type { Finding } from '#model/finding.ts';
import { identifyFindings } from '#check/rules/findings/identity.ts';
import { newKnownFinding, recognize } from '#repair/rules/session/known-finding.ts';
import { found, hash } from '../tasks/found.ts';

type Files = Readonly<Record<string, string>>;

const sourceIn = (files: Files) => (path: string) => files[path]?.split('\n');

interface Look {
  readonly files: Files;
  readonly findings: readonly Finding[];
}

/** Which of the findings before each of those now is; undefined: it is new. */
function recognized(before: Look, now: Look, renames: ReadonlyMap<string, string> = new Map()) {
  const [oldSourceOf, sourceOf] = [sourceIn(before.files), sourceIn(now.files)];
  const standing = { toRepair: true, fromStart: true };
  const nameAll = ({ findings, files }: Look) =>
    identifyFindings({ hash }, findings, sourceIn(files)).flatMap(({ identity }, index) => {
      const finding = findings[index];
      return finding === undefined ? [] : [{ finding, identity }];
    });
  const known = nameAll(before).map((one) => newKnownFinding(one, standing));
  const all = recognize(
    { hash },
    { found: nameAll(now), known, inScope: () => true, renames, sourceOf, oldSourceOf },
  );
  expect(all.map((one) => one.found.finding)).toEqual(now.findings);
  return all.map((one) => one.known?.finding.message);
}

const text = 'import os\nimport sys\nvalue = compute(first, second)\nprint(value)\n';
const unused = found('src/a.py', { line: 1, message: 'os is unused' });
const undefinedName = found('src/a.py', { line: 3, message: 'first is undefined' });
const before = { files: { 'src/a.py': text }, findings: [unused, undefinedName] };

describe('a finding is known', () => {
  it('though its line moved', () => {
    const files = { 'src/a.py': `# a comment\n\n${text}` };
    const findings = [
      { ...unused, line: 3 },
      { ...undefinedName, line: 5 },
    ];
    expect(recognized(before, { files, findings })).toEqual([
      unused.message,
      undefinedName.message,
    ]);
  });

  it('though its line was edited and the neighbours changed', () => {
    const files = { 'src/a.py': 'value = compute(first, second, third)\nprint(value)\n' };
    const findings = [{ ...undefinedName, line: 1 }];
    expect(recognized(before, { files, findings })).toEqual([undefinedName.message]);
  });

  it('though its file has another name', () => {
    const files = { 'lib/b.py': text };
    const findings = [{ ...unused, filePath: 'lib/b.py' }];
    const renames = new Map([['src/a.py', 'lib/b.py']]);
    expect(recognized(before, { files, findings }, renames)).toEqual([unused.message]);
  });

  it('once only: where there are two now, one of them is new', () => {
    const files = { 'src/a.py': `import os\n${text}` };
    const findings = [
      { ...unused, line: 1 },
      { ...unused, line: 2 },
    ];
    const all = recognized(before, { files, findings });
    expect(new Set(all)).toEqual(new Set([unused.message, undefined]));
  });
});

describe('a finding is new', () => {
  it.each<[string, Partial<Finding>]>([
    ['of another rule', { symbol: 'F811' }],
    ['in another file', { filePath: 'src/other.py' }],
    ['on another line with another message', { line: 2, message: 'sys is unused' }],
  ])('%s', (_, change) => {
    const files = { ...before.files, 'src/other.py': 'x = 1\n' };
    expect(recognized(before, { files, findings: [{ ...unused, ...change }] })).toEqual([
      undefined,
    ]);
  });
});
