import { compareText } from '#base/order.ts';
import type { BaselineEntry } from './baseline.ts';
import type { Identified } from './identity.ts';

/** The order of the baseline file. */
export function compareEntries(a: BaselineEntry, b: BaselineEntry): number {
  return (
    compareText(a.path, b.path) ||
    compareText(a.rule, b.rule) ||
    compareText(a.L, b.L) ||
    compareText(a.C, b.C) ||
    compareText(a.M, b.M) ||
    compareText(a.message, b.message)
  );
}

/** From the top of the file down; findings that cannot be told apart are equal. */
export function compareFromTop(a: Identified, b: Identified): number {
  return (
    (a.finding.line ?? 0) - (b.finding.line ?? 0) ||
    (a.finding.column ?? 0) - (b.finding.column ?? 0) ||
    compareText(a.identity.M, b.identity.M) ||
    compareText(a.identity.C, b.identity.C) ||
    compareText(a.finding.message, b.finding.message)
  );
}
