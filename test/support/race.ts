import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from './programs.ts';
import { tempFolder } from './temp-folder.ts';

/** Lets two processes put different bytes under the same names at the same moments; gives the outcomes of both. */
export async function racePuts(
  kind: 'files' | 's3',
  target: string,
  size: { readonly names: number; readonly slotMs: number },
): Promise<readonly (readonly [string | undefined, string | undefined])[]> {
  const folder = await tempFolder();
  const programs = ['one', 'two'].map((body) =>
    startProgram('put-many.mjs', kind, target, folder, body, String(size.names)),
  );
  for (const program of programs) await program.nextLine();
  const start = Date.now() + 50;
  await writeFile(join(folder, 'prepared'), JSON.stringify({ start, slotMs: size.slotMs }));
  await rename(join(folder, 'prepared'), join(folder, 'go'));
  const lines = await Promise.all(programs.map((program) => program.nextLine()));
  const [one = [], two = []] = lines.map((line) => line.split(' '));
  return Array.from({ length: size.names }, (_, index) => [one[index], two[index]]);
}
