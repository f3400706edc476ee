import type { ProofRow } from '#model/proof.ts';
import { counted } from '#base/words.ts';
import { sentenceText } from '#base/markdown-text.ts';
import { oneLine } from '#base/plain-text.ts';
import { html } from './html/parts.ts';
import { safeText } from './safe-text.ts';

export const proofTitle = 'What this proof rests on';

/** One for each column; a column of which nothing is known is left out. */
const columns: Readonly<Record<string, (row: ProofRow) => string>> = {
  Engine: ({ engine, root, version }) =>
    [engine, ...(version === null ? [] : [version]), ...(root === '.' ? [] : [`in ${root}`])].join(
      ' ',
    ),
  Tool: ({ tool }) => (tool === 'pinned' ? 'pinned by the operator' : "the project's own"),
  'Code of the repository': ({ runsCode }) => (runsCode ? 'ran in its process' : 'did not run'),
  Environment: ({ environment }) => (environment === undefined ? '' : environments[environment]),
  'Untouched tree': ({ nullChange }) => (nullChange === 'held' ? 'judged alike twice' : ''),
  Tests: ({ tests }) => (tests === undefined ? '' : testWords(tests).join(', ')),
};

const environments = { own: 'as it was found', sealed: 'sealed' } as const;

function testWords(tests: NonNullable<ProofRow['tests']>): readonly string[] {
  const { ran, canaries, mutants, lines, outside } = tests;
  return [
    `${counted(ran, 'test')} ran with the change`,
    ...(canaries.planted === 0 ? [] : [`${canaries.held} of ${canaries.planted} canaries held`]),
    ...(mutants.tried === 0
      ? []
      : [`${mutants.killed} of ${counted(mutants.tried, 'mutant')} killed`]),
    ...(lines === 0 ? [] : [`${counted(lines, 'line')} of repaired tests executed`]),
    ...(outside ? ['held outside of the runner'] : []),
  ];
}

/** Safe to show in any document: the head first. */
export function proofCells(rows: readonly ProofRow[]): readonly (readonly string[])[] {
  if (rows.length === 0) return [];
  const told = Object.entries(columns).map(([title, say]) => [
    title,
    ...rows.map((row) => safeText(say(row), 300)),
  ]);
  const known = told.filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const [first = []] = known;
  return first.map((_, index) => known.map((column) => column[index] ?? ''));
}

export function proofMarkdown(rows: readonly ProofRow[]): string {
  const [head, ...body] = proofCells(rows);
  if (head === undefined) return '';
  const rule = `|${head.map(() => ' --- ').join('|')}|`;
  return [markdownLine(head), rule, ...body.map(markdownLine)].join('\n');
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => sentenceText(cell)).join(' | ')} |`;
}

export function proofHtml(rows: readonly ProofRow[]): string {
  const [head, ...body] = proofCells(rows);
  if (head === undefined) return '';
  return `<div class="wide"><table><thead>${htmlRow('th', head)}</thead><tbody>${body.map((cells) => htmlRow('td', cells)).join('')}</tbody></table></div>`;
}

function htmlRow(tag: string, cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`;
}

/** For a terminal: what is empty says nothing. */
export function proofLines(rows: readonly ProofRow[]): readonly string[] {
  const [, ...body] = proofCells(rows);
  return body.map(([engine = '', ...cells]) => {
    const said = cells.filter((cell) => cell !== '');
    return oneLine(`${engine}: ${said.join('; ')}`);
  });
}
