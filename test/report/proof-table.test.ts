import { describe, expect, it } from 'vitest';
import type { ProofRow } from '#model/proof.ts';
import { proofCells } from '#report/proof-table.ts';
import { patchComment } from '#report/github/patch.ts';
import { assembleRunReport } from '#report/run/assemble-run-report.ts';
import { runFormats } from '#report/run/formats.ts';
import { artifactName } from '#model/artifact.ts';
import { aRun, runId, sha } from '../support/samples.ts';
import { aRunRecords, aStoredSummary } from './run/run-records.ts';

const plain: ProofRow = {
  engine: 'ruff',
  root: '.',
  version: '0.17.5',
  tool: 'project',
  runsCode: false,
};
const tested: ProofRow = {
  ...plain,
  engine: 'vitest',
  root: 'web',
  version: null,
  runsCode: true,
  tests: {
    ran: 12,
    canaries: { held: 29, planted: 29 },
    mutants: { killed: 7, tried: 8 },
    lines: 4,
    outside: true,
  },
};

describe('the table of a proof', () => {
  it('has a column for what is known, and none for the rest', () => {
    expect(proofCells([])).toEqual([]);
    expect(proofCells([plain])).toEqual([
      ['Engine', 'Tool', 'Code of the repository'],
      ['ruff 0.17.5', "the project's own", 'did not run'],
    ]);
    const sealed: ProofRow = {
      ...tested,
      tool: 'pinned',
      environment: 'sealed',
      nullChange: 'held',
    };
    const [heads, ...rows] = proofCells([plain, sealed]);
    expect(heads?.slice(3)).toEqual(['Environment', 'Untouched tree', 'Tests']);
    expect(rows[1]).toEqual([
      'vitest in web',
      'pinned by the operator',
      'ran in its process',
      'sealed',
      'judged alike twice',
      '12 tests ran with the change, 29 of 29 canaries held, 7 of 8 mutants killed, 4 lines of repaired tests executed, held outside of the runner',
    ]);
  });

  const summary = aStoredSummary({ proof: [plain, tested] });
  const report = assembleRunReport(aRunRecords({ run: aRun({ status: 'succeeded', summary }) }));
  const formats = Object.entries(runFormats).map(([name, render]) => ({ name, render }));

  it.each(formats)('stands in the report of a run: $name', ({ name, render }) => {
    const text = decoded(render(report, { color: false, width: 100 }));
    expect(text).toContain('vitest');
    expect(text).toContain(name === 'json' ? '"planted": 29' : '29 of 29 canaries held');
  });

  it('stands in the comment that offers a patch', () => {
    const name = artifactName.parse('result/a.patch');
    const comment = patchComment({
      runId: runId('run-1'),
      head: sha('a'),
      name,
      text: 'x\n',
      reason: 'A person decides.',
      proof: [tested],
    });
    expect(decoded(comment)).toContain('29 of 29 canaries held');
  });
});

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
