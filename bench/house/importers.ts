import { dirname } from 'node:path';
import { countLines } from '../../test/architecture/measure.ts';
import type { SourceFile } from './tree.ts';

/** Lines that one clear page may have. */
const page = 200;

/** Files whose one importer stands beside them or a folder above, where both would make one page. */
export function foldable(files: readonly SourceFile[]): readonly string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const importers = importersIn(files);
  return files.flatMap((file) => {
    const [only, ...others] = importers.get(file.path) ?? [];
    const importer = known.get(only ?? '');
    if (importer === undefined || others.length > 0 || !isNear(file, importer)) return [];
    return pageOf(file, importer) <= page ? [file.path] : [];
  });
}

function importersIn(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const edges = files.flatMap(({ path, imports }) => [...imports].map((to) => ({ to, path })));
  const byTarget = [...Map.groupBy(edges, ({ to }) => to)];
  return new Map(byTarget.map(([to, found]) => [to, found.map(({ path }) => path)]));
}

function isNear(file: SourceFile, importer: SourceFile): boolean {
  const folder = dirname(file.path);
  return [folder, dirname(folder)].includes(dirname(importer.path));
}

/** What the file imports, the page mostly imports already. */
function pageOf(file: SourceFile, importer: SourceFile): number {
  const own = file.text.replaceAll(/^import\s[^;]*;\n/gm, '');
  return countLines(own) + countLines(importer.text);
}
