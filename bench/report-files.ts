import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ReportEngine = 'eslint' | 'ruff';

export interface ReportFile {
  readonly engine: ReportEngine;
  readonly path: string;
  readonly bytes: number;
}

const linesPerFile = 300;
const findingsPerFile = 100;

/** Source files that findings lie in; reports of any size point into them. */
export async function writeSources(folder: string, files: number): Promise<void> {
  await mkdir(join(folder, 'src'), { recursive: true });
  for (let file = 0; file < files; file += 1) {
    await writeFile(join(folder, sourcePath(file)), sourceOf(file));
  }
}

/** A report of about so many bytes, in the shape that the tool writes. */
export async function writeReport(
  folder: string,
  engine: ReportEngine,
  megabytes: number,
): Promise<ReportFile> {
  const parts: string[] = [];
  let bytes = 0;
  for (let file = 0; bytes < megabytes * 1_000_000; file += 1) {
    const part = JSON.stringify(
      engine === 'eslint' ? eslintFile(folder, file) : ruffItems(folder, file),
    );
    parts.push(engine === 'eslint' ? part : part.slice(1, -1));
    bytes += part.length;
  }
  const path = join(folder, `${engine}-${megabytes}.json`);
  const text = `[${parts.join(',')}]`;
  await writeFile(path, text);
  return { engine, path, bytes: text.length };
}

/** How many source files a report of this size needs at most. */
export function filesFor(megabytes: number): number {
  return Math.ceil((megabytes * 1_000_000) / (findingsPerFile * 180));
}

function sourcePath(file: number): string {
  return `src/module-${file}.js`;
}

function sourceOf(file: number): string {
  const lines = Array.from(
    { length: linesPerFile },
    (_, line) => `  const value${line % 90} = compute(${file}, ${line % 70}); // ${line}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Of a file with findings, eslint gives all of the source too. */
function eslintFile(folder: string, file: number): unknown {
  return {
    filePath: join(folder, sourcePath(file)),
    messages: Array.from({ length: findingsPerFile }, (_, index) => ({
      ruleId: index % 3 === 0 ? 'prefer-const' : 'no-unused-vars',
      severity: 1 + (index % 2),
      message: `'value${index}' is assigned a value but never used. Allowed unused vars must match /^_/u.`,
      line: 1 + index * 3,
      column: 9,
      messageId: 'unusedVar',
      endLine: 1 + index * 3,
      endColumn: 16,
      ...(index % 3 === 0 && { fix: { range: [index, index + 4], text: 'const' } }),
    })),
    suppressedMessages: [],
    errorCount: 50,
    fatalErrorCount: 0,
    warningCount: 50,
    fixableErrorCount: 0,
    fixableWarningCount: 0,
    source: sourceOf(file),
    usedDeprecatedRules: [],
  };
}

function ruffItems(folder: string, file: number): readonly unknown[] {
  return Array.from({ length: findingsPerFile }, (_, index) => ({
    cell: null,
    code: index % 3 === 0 ? 'F401' : 'E501',
    end_location: { column: 20, row: 1 + index * 3 },
    filename: join(folder, sourcePath(file)),
    fix:
      index % 3 === 0
        ? {
            applicability: 'safe',
            edits: [
              { content: '', end_location: { column: 1, row: 2 }, location: { column: 1, row: 1 } },
            ],
            message: 'Remove unused import',
          }
        : null,
    location: { column: 9, row: 1 + index * 3 },
    message: `\`module${index}\` imported but unused`,
    name: 'unused-import',
    noqa_row: 1 + index * 3,
    severity: 'error',
    url: 'https://docs.astral.sh/ruff/rules/unused-import',
  }));
}
