import * as z from 'zod';
import { isObject } from '#base/data.ts';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

interface Item {
  readonly code: string | null;
  readonly message: string;
  readonly filename: string;
  readonly location: { readonly row: number; readonly column: number } | null;
  readonly fix?: { readonly applicability: string } | null;
}

// A report may be as large as memory allows, so it is looked at and not copied.
const report = z.custom<readonly Item[]>((data) => Array.isArray(data) && data.every(isItem));

/** A file that could not be read or is not there. It is no finding; a probe of the catalog tells of it. */
const unreadable = 'E902';

/** Reads `ruff check --output-format json`. */
export function parseRuffReport({ stdout }: ToolOutput): EngineReport {
  const reading = readJsonReport(stdout, report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const findings = reading.data.filter(({ code }) => code !== unreadable).map(toFinding);
  return { facts: factsOfFindings(findings.length), findings };
}

function isItem(value: unknown): value is Item {
  if (!isObject(value)) return false;
  const { code, message, filename, location, fix } = value;
  return (
    (code === null || typeof code === 'string') &&
    typeof message === 'string' &&
    typeof filename === 'string' &&
    (location === null || isPlace(location)) &&
    (fix === undefined || fix === null || isFix(fix))
  );
}

function isPlace(value: unknown): boolean {
  return (
    isObject(value) && Number.isSafeInteger(value['row']) && Number.isSafeInteger(value['column'])
  );
}

function isFix(value: unknown): boolean {
  return isObject(value) && typeof value['applicability'] === 'string';
}

function toFinding({ code, message, filename, location, fix }: Item): RawFinding {
  const syntax = code === null || code === 'invalid-syntax';
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: ruffSeverity(code, syntax),
    rule: code ?? 'invalid-syntax',
    message,
    path: filename,
    line: location === null ? null : Math.max(1, location.row),
    column: location === null ? null : Math.max(1, location.column),
    fixable: fix?.applicability === 'safe',
    ...(fix?.applicability === 'unsafe' && { unsafelyFixable: true }),
  };
}

/** Ruff calls everything an error; the families tell what breaks and what only looks bad. */
function ruffSeverity(code: string | null, syntax: boolean): Severity {
  if (syntax) return 'blocker';
  if (/^(F|S|B|ASYNC|E9)/.test(code ?? '')) return 'high';
  return /^(E|W|I|D|Q|COM|ISC|UP)\d/.test(code ?? '') ? 'low' : 'medium';
}
