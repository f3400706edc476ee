import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading } from './cruise-tree.ts';
import { fromPattern } from './import-rules.ts';
import type { Law } from './law.ts';
import { specifiersIn } from './specifiers.ts';
import { parseSource } from './syntax.ts';

const KINDS = /\/(?:utils?|helpers?|services?|common|shared|misc)\//;

/** Imports that stand in a file but not in the reading: the law would not see them. */
export function unreadImports(
  root: string,
  { files, edges }: Pick<Reading, 'files' | 'edges'>,
): readonly string[] {
  const read = new Set(edges.map(({ from, specifier }) => `${from}: ${specifier}`));
  return files
    .flatMap((file) => importsOf(root, file).map((specifier) => `${file}: ${specifier}`))
    .filter((line) => !read.has(line));
}

/** Files that no row of the law governs, and files in folders named after a kind. */
export function misplacedFiles(files: readonly string[], law: Law): readonly string[] {
  const rows = law.rows.map(({ name }) => new RegExp(fromPattern(name)));
  return files.flatMap((file) => [
    ...(file.startsWith('bench/') || rows.some((row) => row.test(file))
      ? []
      : [`${file} fits no row`]),
    ...(KINDS.test(file) ? [`${file} stands in a folder named after a kind`] : []),
  ]);
}

/** Rows that let another room than the command line import it: only what starts a process may. */
export function rowsThatCallTheCommandLine(law: Law): readonly string[] {
  return law.rows
    .filter(({ mayImport }) => mayImport.some((name) => /^cli(?:\/|$)/.test(name)))
    .map(({ name }) => name)
    .filter((name) => !/^(?:cli|lambdas|containers)(?:\/|$)/.test(name));
}

/** Built-in modules are reported without their prefix, except those that exist only with it. */
function importsOf(root: string, file: string): readonly string[] {
  const { nodes } = parseSource(readFileSync(join(root, file), 'utf8'));
  return specifiersIn(nodes).map(({ text }) => text.replace(/^node:(?!sqlite$|test|sea$)/, ''));
}
