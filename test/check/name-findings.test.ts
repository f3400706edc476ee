import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository } from '#platform/files/repository.ts';
import { systemHash } from '#platform/system/hash.ts';
import { runId } from '#model/ids.ts';
import type { RawFinding } from '#engines/contract.ts';
import { nameFindings } from '#check/name-findings.ts';
import { tempFolder } from '../support/temp-folder.ts';

const texts: Readonly<Record<string, string>> = {
  'src/a.py': 'import os\r\n\r\n  import   sys\rx\u00a0= "cafe\u0301"\n\t\npass\npass\npass\n',
  'src/\u00e9t\u00e9.py': 'x = "\u{1f600}"\npass',
};

const raw = (path: string | null, line: number | null, more: Partial<RawFinding> = {}) => ({
  kind: 'lint',
  severity: 'low' as const,
  rule: 'F401',
  message: 'unused import 12',
  path,
  line,
  column: 1,
  ...more,
});

const failing = {
  kind: 'test_failure',
  rule: 'failed',
  testId: 'src/a.py::test_a',
  testIdentity: { exception: 'KeyError', frame: { path: 'src/a.py', symbol: 'get' } },
};

async function nameAll(findings: readonly RawFinding[]) {
  const repository = await tempFolder();
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  }
  return nameFindings(
    {
      hash: systemHash,
      sources: createRepository({ env: {} }),
    },
    {
      engine: 'ruff',
      findings,
      cwd: `${repository}/src`,
      repository,
      runId: runId.parse('run-1'),
      createdAt: 1_700_000_000_000,
    },
  );
}

describe('nameFindings', () => {
  const all: readonly RawFinding[] = [
    raw('a.py', 1),
    raw('a.py', 2),
    raw('./a.py', 3),
    raw('../src/a.py', 4, { rule: null, kind: 'syntax_error' }),
    raw('a.py', 5),
    raw('a.py', 8),
    raw('e\u0301te\u0301.py', 1),
    raw('\u00e9t\u00e9.py', 2, { rule: 'say "no"' }),
    raw('a.py', 6, { column: 5 }),
    raw('a.py', 6, { column: 1, message: 'b' }),
    raw('a.py', 6, { column: 1, message: 'a' }),
    raw('a.py', 7, { rule: 'W1' }),
    raw('a.py', 99),
    raw('a.py', null, { column: null }),
    raw('gone.py', 3),
    raw('../../elsewhere.py', 3),
    raw(null, null, { column: null }),
    raw('a.py', 4, failing),
    raw('a.py', 5, failing),
    raw('a.py', 5, { ...failing, testIdentity: {} }),
  ];

  it('gives the names that it always gave', async () => {
    const { findings } = await nameAll(all);
    expect(findings.map(({ fingerprint }) => fingerprint)).toMatchInlineSnapshot(`
      [
        "rtchr1:jvkkd3rjc7ki:1",
        "rtchr1:adojbpkblmyo:1",
        "rtchr1:jevn53au2mz4:1",
        "rtchr1:wqdqtlyqesow:1",
        "rtchr1:adojbpkblmyo:2",
        "rtchr1:nw65bz27hbcl:4",
        "rtchr1:krkl25xabrgy:1",
        "rtchr1:vddm6777ahx4:1",
        "rtchr1:nw65bz27hbcl:3",
        "rtchr1:nw65bz27hbcl:2",
        "rtchr1:nw65bz27hbcl:1",
        "rtchr1:ao4wobm3kady:1",
        "rtchr1:adojbpkblmyo:3",
        "rtchr1:6xffel23ucqq:1",
        "rtchr1:ax7omzdx3mix:1",
        "rtchr1:zh5hk7c74djy:2",
        "rtchr1:zh5hk7c74djy:1",
        "rtchr1:2kq2idrtxm43:1",
        "rtchr1:2kq2idrtxm43:2",
        "rtchr1:bhuk2qbqaoyo:1",
      ]
    `);
  });

  it('gives the identities that it always gave', async () => {
    const identified = (await nameAll(all)).identified();
    expect(
      identified.map(({ identity: { path, rule, L, C, M } }) => [path, rule, L, C, M].join(' ')),
    ).toMatchInlineSnapshot(`
      [
        "src/a.py F401 bpduvy7faiae wrcsuxmurfmr ssuxuscsriev",
        "src/a.py F401 4oymiquy7qob y5w72vodwwzf ssuxuscsriev",
        "src/a.py F401 vfsygxj2pwcu brt2l4hp7svf ssuxuscsriev",
        "src/a.py syntax_error mjwvuuklzk24 nyjdkvisbi4w ssuxuscsriev",
        "src/a.py F401 4oymiquy7qob opxg4uq54aaa ssuxuscsriev",
        "src/a.py F401 25h7b3unuo4y pqdkfqciuwz2 ssuxuscsriev",
        "src/été.py F401 bbb3qanw2zx4 tqk343qbsczp ssuxuscsriev",
        "src/été.py say "no" 25h7b3unuo4y vbgvoy652npn ssuxuscsriev",
        "src/a.py F401 25h7b3unuo4y n3vpxxt3bxz4 ssuxuscsriev",
        "src/a.py F401 25h7b3unuo4y n3vpxxt3bxz4 hyr6qfqahfmu",
        "src/a.py F401 25h7b3unuo4y n3vpxxt3bxz4 zklycewkdo64",
        "src/a.py W1 25h7b3unuo4y llmw7zrpndkg ssuxuscsriev",
        "src/a.py F401 4oymiquy7qob vgycgwgx5e5i ssuxuscsriev",
        "src/a.py F401   ssuxuscsriev",
        "src/gone.py F401   ssuxuscsriev",
        " F401   ssuxuscsriev",
        " F401   ssuxuscsriev",
        "src/a.py failed mllzo2xfn535 mllzo2xfn535 mllzo2xfn535",
        "src/a.py failed mllzo2xfn535 mllzo2xfn535 mllzo2xfn535",
        "src/a.py failed 2carzomdwgjx 2carzomdwgjx 2carzomdwgjx",
      ]
    `);
  });

  it('gives all that is known of a finding, and nothing for what is not', async () => {
    const { findings } = await nameAll([
      raw('a.py', 1, { fixable: true }),
      raw(null, null, { rule: null, column: null, testId: 'test_a' }),
    ]);
    expect(JSON.parse(JSON.stringify(findings))).toEqual([
      {
        id: 'f1',
        runId: 'run-1',
        tool: 'ruff',
        createdAt: 1_700_000_000_000,
        fingerprint: expect.stringMatching(/^rtchr1:[a-z2-7]{12}:1$/),
        kind: 'lint',
        severity: 'low',
        message: 'unused import 12',
        filePath: 'src/a.py',
        line: 1,
        column: 1,
        symbol: 'F401',
        meta: { fixable: true },
      },
      {
        id: 'f2',
        runId: 'run-1',
        tool: 'ruff',
        createdAt: 1_700_000_000_000,
        fingerprint: expect.stringMatching(/^rtchr1:[a-z2-7]{12}:1$/),
        kind: 'lint',
        severity: 'low',
        message: 'unused import 12',
        testId: 'test_a',
      },
    ]);
  });

  it('keeps the end of what a tool wrote about the first of them', async () => {
    const excerpt = `${'line\n'.repeat(2_000)}\u001b[31mE  assert 1 == 2\u001b[0m`;
    const { findings } = await nameAll(
      Array.from({ length: 201 }, () => raw('a.py', 1, { excerpt, fixable: false })),
    );
    const { meta } = findings[0] ?? {};
    expect(meta).toMatchObject({ fixable: false });
    expect(meta?.['excerpt']).toMatch(/^(?:line\n){700,799}E {2}assert 1 == 2$/);
    expect(findings[199]?.meta).toEqual(meta);
    expect(findings[200]?.meta).toEqual({ fixable: false });
  });
});
