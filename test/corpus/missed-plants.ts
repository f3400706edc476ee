import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkAsStranger } from './check-as-stranger.ts';
import type { CorpusRow, Plant } from './row.ts';

interface Planted extends Plant {
  readonly file: string;
  /** Its text as it was; undefined: there was no such file. */
  readonly before: string | undefined;
  readonly first: number;
  readonly last: number;
}

/** Plants the faults of a row, says which of them a check does not find at their places, and takes them away again. */
export async function missedPlants(
  { plants }: CorpusRow,
  folder: string,
): Promise<readonly string[]> {
  const planted: Planted[] = [];
  try {
    for (const plant of plants) planted.push(await plantFault(folder, plant));
    const { report } = await checkAsStranger(folder);
    const findings = report.engines.flatMap((one) => one.findings);
    return planted.flatMap(({ engine, path, first, last }) => {
      const isFound = findings.some(
        ({ tool, filePath, line = 0 }) =>
          tool === engine && filePath === path && line >= first && line <= last,
      );
      return isFound ? [] : [`${engine} does not find what is wrong in ${path}`];
    });
  } finally {
    for (const { file, before } of planted.toReversed()) {
      await (before === undefined ? rm(file) : writeFile(file, before));
    }
  }
}

async function plantFault(folder: string, plant: Plant): Promise<Planted> {
  const file = join(folder, plant.path);
  await mkdir(dirname(file), { recursive: true });
  const before = await readFile(file, 'utf8').catch(() => undefined);
  const text = before ?? '';
  const above = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await writeFile(file, `${above}${plant.lines.join('\n')}\n`);
  const first = above.split('\n').length;
  return { ...plant, file, before, first, last: first + plant.lines.length - 1 };
}
