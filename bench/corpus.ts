import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeRepository, prepareRepository } from '../test/corpus/judge-repository.ts';
import { missedPlants } from '../test/corpus/missed-plants.ts';
import { repositories } from '../test/corpus/repositories.ts';
import type { CorpusRow } from '../test/corpus/row.ts';
import { printTable } from './table.ts';

const kept = join(import.meta.dirname, '../.cache/corpus');

/** Judges every project of the corpus, or those that are named, and prints one row for each engine of each. */
async function main(names: readonly string[]): Promise<void> {
  const chosen = repositories.filter(({ name }) => names.length === 0 || names.includes(name));
  const rows: string[][] = [];
  for (const row of chosen) {
    process.stderr.write(`${row.name}\n`);
    rows.push(...(await judge(row)));
  }
  printTable(
    `${chosen.length} projects as their own tools judge them, and as a check does with nothing configured`,
    ['project', 'engine', 'bare', 'ratchetr', 'equal'],
    rows,
  );
  if (rows.some((cells) => cells.at(-1) !== 'yes')) process.exitCode = 1;
}

async function judge(row: CorpusRow): Promise<readonly string[][]> {
  const folder = join(kept, row.name);
  try {
    if (!existsSync(folder)) await prepareAnew(row, folder);
    const { engines, exits, said } = await judgeRepository(row, folder);
    const rows = [...engines, { engine: 'exit', ...exits }].map(({ engine, bare, ratchetr }) =>
      compare(row.name, engine, [bare, ratchetr]),
    );
    if (rows.some((cells) => cells.at(-1) !== 'yes')) process.stderr.write(said);
    const missed = await missedPlants(row, folder);
    const found = row.plants.length - missed.length;
    return [...rows, compare(row.name, 'planted', [row.plants.length, found])];
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return [compare(row.name, 'all', ['-', 'could not be judged'])];
  }
}

function compare(
  name: string,
  engine: string,
  [bare, ratchetr]: readonly [number | string, number | string],
): string[] {
  return [name, engine, String(bare), String(ratchetr), bare === ratchetr ? 'yes' : 'NO'];
}

/** Half an environment must not be taken for a whole one. */
async function prepareAnew(row: CorpusRow, folder: string): Promise<void> {
  await mkdir(kept, { recursive: true });
  try {
    await prepareRepository(row, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

await main(process.argv.slice(2));
