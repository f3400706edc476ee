import { withoutEscapes } from '#base/excerpt.ts';

/** What is read from the lines that biome writes for people. */
export interface BiomeLines {
  /** How many files it judged. */
  readonly judged: number;
  /** How many findings it does not tell. */
  readonly hidden: number;
  readonly diagnostics: readonly BiomeBlock[];
}

interface BiomeBlock {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly category: string;
  readonly location: {
    readonly path: string | undefined;
    readonly start: { readonly line: number; readonly column: number } | null;
  };
  readonly advices: readonly { readonly text: string }[];
}

/** Reads what biome prints before 1.7, which has no JSON; undefined: it came to no end. */
export function readBiomeLines(stdout: string, stderr: string): BiomeLines | undefined {
  const judged = /^Checked (\d{1,9}) file/m.exec(stdout)?.[1];
  if (judged === undefined) return undefined;
  const text = withoutEscapes(stderr);
  return {
    judged: Number(judged),
    hidden: Number(/^Diagnostics not shown: (\d{1,9})\.$/m.exec(text)?.[1] ?? 0),
    diagnostics: text.split(/^(?=\S.*━{3,}$)/m).flatMap(readBlock),
  };
}

// The place, what it is, and remarks such as FIXABLE.
const title =
  /^(?:(?<path>.+?)(?::(?<line>\d{1,9}):(?<column>\d{1,9}))? )?(?<category>[\w/]+)(?: +[A-Z]+)* +━{3,}$/;
const firstWords = /^ {2}(?<sign>[×!i]) (?<message>.+)$/m;
const severities = { '×': 'error', '!': 'warning', i: 'info' } as const;

function readBlock(block: string): readonly BiomeBlock[] {
  const [first = ''] = block.split('\n', 1);
  const { path, line, column, category } = title.exec(first)?.groups ?? {};
  const { sign, message } = firstWords.exec(block)?.groups ?? {};
  if (category === undefined || message === undefined || isSummary(message)) return [];
  return [
    {
      severity: sign === '!' || sign === 'i' ? severities[sign] : severities['×'],
      message,
      category,
      location: {
        path: path?.replace(/^\.\//, ''),
        start: line === undefined ? null : { line: Number(line), column: Number(column) },
      },
      advices: [...block.matchAll(/^ {2}i (.+)$/gm)].map(([, text = '']) => ({ text })),
    },
  ];
}

/** What it says at the end of a file, or of all, once it has told each finding. */
function isSummary(message: string): boolean {
  return /^(?:Some errors were emitted while|The file contains diagnostics that)/.test(message);
}
