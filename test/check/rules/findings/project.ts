import * as crypto from 'node:crypto';
import {
  identifyFindings,
  type Identifiable,
  type Identified,
} from '#check/rules/findings/identity.ts';
import type { BaselineEntry } from '#check/rules/findings/baseline.ts';
import { aFinding } from '../../../support/samples.ts';

export const hash = (text: string): string => crypto.hash('sha256', text);

/** Source files by path, each as its lines. */
export type Files = Readonly<Record<string, readonly string[]>>;

export const sourceOf = (files: Files) => (path: string) => files[path];

export const found = (filePath: string, line: number, more: Partial<Identifiable> = {}) =>
  aFinding({
    tool: 'ruff',
    kind: 'lint',
    symbol: 'F401',
    message: 'unused import',
    ...more,
    filePath,
    line,
  });

export const identified = (files: Files, findings: readonly Identifiable[]) =>
  identifyFindings({ hash }, findings, sourceOf(files));

const entryOf = ({ finding, identity }: Identified): BaselineEntry => ({
  ...identity,
  message: finding.message,
});

/** The baseline that tolerates exactly these findings. */
export const tolerating = (files: Files, findings: readonly Identifiable[]) =>
  identified(files, findings).map(entryOf);

/** Reports every line that has the word, as a linter would. */
export function lint(files: Files, word = 'bad'): readonly Identifiable[] {
  const sample = found('a.py', 1, { symbol: 'B1' });
  return Object.entries(files).flatMap(([filePath, lines]) =>
    [...lines.entries()]
      .filter(([, text]) => text.includes(word))
      .map(([index, { length }]) =>
        Object.assign({}, sample, { filePath, line: index + 1, message: `${length} letters` }),
      ),
  );
}
