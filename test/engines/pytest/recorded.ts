import { readFileSync } from 'node:fs';
import type { EngineReport } from '#engines/contract.ts';
import { parsePytestReport } from '#engines/pytest/report.ts';

const folder = new URL('../../fixtures/reports/pytest/', import.meta.url);

/** A report that pytest 9.1 wrote. */
export function recorded(name: string): string {
  return readFileSync(new URL(`${name}.xml`, folder), 'utf8');
}

export function parse(junit: string | undefined, stdout = ''): EngineReport {
  const reports = new Map(junit === undefined ? [] : [['junit', junit]]);
  return parsePytestReport({ stdout, stderr: '', reports, cwd: '/repo' });
}
