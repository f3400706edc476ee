import { describe, expect, it } from 'vitest';
import { gatherFacts } from '#check/rules/outcome/gather-facts.ts';
import { biome } from '#engines/biome/engine.ts';
import type { Engine, ToolOutput } from '#engines/contract.ts';
import { eslint } from '#engines/eslint/engine.ts';
import { mypy } from '#engines/mypy/engine.ts';
import { oxlint } from '#engines/oxlint/engine.ts';
import { pyright } from '#engines/pyright/engine.ts';
import { tsc } from '#engines/tsc/engine.ts';
import { processorMs } from '../support/processor-time.ts';

type Write = (size: number) => string;

/** Many findings, then one with a message of as many lines. */
interface Reports {
  readonly engine: Engine;
  readonly many: Write;
  readonly long: Write;
}

const times = <Item>(size: number, of: (index: number) => Item): readonly Item[] =>
  Array.from({ length: size }, (_, index) => of(index));
const lines = (size: number): string => times(size, (index) => `  because ${index}`).join('\n');

function inJson(engine: Engine, report: (messages: readonly string[]) => string): Reports {
  return {
    engine,
    many: (size) => report(times(size, (index) => `No ${index}.`)),
    long: (size) => report([lines(size)]),
  };
}

const tscEnd = '\nFiles: 1\nCheck time: 1s\n';
const tscLine = 'src/a.ts(1,1): error TS2322: No.';

const all: readonly Reports[] = [
  inJson(eslint, (messages) => {
    const found = messages.map((message) => ({ ruleId: 'r', severity: 2, message, line: 1 }));
    return JSON.stringify([{ filePath: '/repo/a.js', messages: found }]);
  }),
  inJson(biome, (messages) => {
    const rest = { severity: 'error', category: 'lint/a/b', location: null, advices: [] };
    const diagnostics = messages.map((message) => ({ ...rest, message }));
    return JSON.stringify({ summary: { changed: 0, unchanged: 1 }, diagnostics });
  }),
  inJson(oxlint, (messages) => {
    const rest = { code: 'a(b)', severity: 'error', filename: 'a.js', labels: [] };
    const diagnostics = messages.map((message) => ({ ...rest, message }));
    return JSON.stringify({ diagnostics, number_of_files: 1 });
  }),
  inJson(pyright, (messages) => {
    const rest = { file: '/repo/a.py', severity: 'error', rule: 'r' };
    const generalDiagnostics = messages.map((message) => ({ ...rest, message }));
    return JSON.stringify({ generalDiagnostics, summary: { filesAnalyzed: 1 } });
  }),
  inJson(mypy, (messages) => {
    const rest = { file: 'a.py', line: 1, column: 0, code: 'r', severity: 'error' };
    return `${messages.map((message) => JSON.stringify({ ...rest, message })).join('\n')}\n`;
  }),
  {
    engine: tsc,
    many: (size) => `${times(size, () => tscLine).join('\n')}${tscEnd}`,
    long: (size) => `${tscLine}\n${lines(size)}${tscEnd}`,
  },
];

/** How long it takes to read the text and to ask all that is asked of it, and what came of it. */
function tookMs(engine: Engine, text: string): { readonly ms: number; readonly findings: number } {
  const output: ToolOutput = {
    stdout: text,
    stderr: text,
    reports: new Map([['report', text]]),
    cwd: '/repo',
  };
  let findings = 0;
  const ms = processorMs(() => {
    const report = engine.parse(output).facts;
    const facts = gatherFacts(
      {
        ending: { kind: 'exited', code: 1 },
        action: 'check',
        report,
        argv: ['tool'],
        cwd: '/repo',
        texts: { stdout: text, stderr: text, report: text },
      },
      engine.check.catalog,
    );
    ({ findings } = facts.report);
  });
  return { ms, findings };
}

function bestOf(engine: Engine, text: string): number {
  return Math.min(...times(3, () => tookMs(engine, text).ms));
}

const most = 100_000;

describe.each(all.map((one) => ({ ...one, id: one.engine.id })))(
  'the time that a report of $id takes grows no faster than it',
  ({ engine, many, long }) => {
    it.each([
      ['many findings', many, most],
      ['a message of many lines', long, 1],
    ])('with %s', (_, write, findings) => {
      expect(tookMs(engine, write(most)).findings).toBe(findings);
      // Were it quadratic, it would take 256 times as long; clearing up after so much takes its time too.
      const least = bestOf(engine, write(most / 16));
      expect(bestOf(engine, write(most))).toBeLessThan(80 * least + 100);
    });
  },
);
