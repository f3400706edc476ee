import type { ExitCatalog } from './exit-catalog.ts';
import { judgeEngineExit } from './judge-exit.ts';
import type { RunFacts } from './run-facts.ts';

/**
 * The exit codes with which a fixer did its work, for callers that see the code alone. A code that means so only
 * beside the findings of a report is none of these; one that means both a failure and findings that are left is.
 */
export function listWorkingCodes(catalog: ExitCatalog): readonly number[] {
  return [...new Set([0, 1, ...codesNamedIn(catalog)])]
    .filter((code) => isWorkingCode(catalog, code))
    .toSorted((one, other) => one - other);
}

function codesNamedIn({ exitCodes, ignoreExit = [], rules = [] }: ExitCatalog): readonly number[] {
  return [
    ...(exitCodes?.success ?? []),
    ...(exitCodes?.diagnostic ?? []),
    ...ignoreExit,
    ...rules.flatMap(({ code }) => (code === '*' ? [] : [code])),
  ];
}

function isWorkingCode(catalog: ExitCatalog, code: number): boolean {
  const isOfFindings = catalog.exitCodes?.diagnostic?.includes(code) === true;
  const facts = factsOfFix(code, isOfFindings ? 1 : 0);
  const { category } = judgeEngineExit({ code, catalog, facts });
  return category === 'success' || category === 'diagnostic';
}

function factsOfFix(code: number, findings: number): RunFacts {
  return {
    ending: { kind: 'exited', code },
    action: 'fix',
    report: { state: 'valid', findings, analysed: null, expected: null, verdict: null },
    excerpts: { stdout: '', stderr: '' },
    matched: [],
    argv: [],
    cwd: '',
  };
}
