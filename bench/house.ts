import { countLines } from '../test/architecture/measure.ts';
import { foldable } from './house/importers.ts';
import { allTypes, countDeps, countPicks, exportedTypes, moduleFunctions } from './house/names.ts';
import type { Names } from './house/names.ts';
import { onlyTested } from './house/reached.ts';
import { legsOf, playRedCheck } from './house/red-check.ts';
import { readTree } from './house/tree.ts';
import { countRoomChanges, walk } from './house/walk.ts';
import { printTable } from './table.ts';

/**
 * How hard the house is to take over: what a reader must open, tell apart and know. Everything is read from the tree,
 * and from one demo, of which V8 tells what ran. A function that runs while a file is loaded counts as one that ran.
 */
export function benchHouse(): void {
  const files = readTree('.');
  const played = playRedCheck();
  const path = walk(files, legsOf(played));
  const lines = files.reduce((sum, { text }) => sum + countLines(text), 0);
  printTable(
    'The house: lib, lambdas and containers',
    ['figure', 'now', 'target'],
    [
      ['files in which functions ran, demo, control plane', `${played.plane.size}`, '180'],
      ['files in which functions ran, demo, worker of FIX_CI', `${played.worker.size}`, '240'],
      ['files on the walk of one red check', `${path.length}`, '120'],
      ['changes of room on that walk', `${countRoomChanges(path)}`, '25'],
      ['lines of TypeScript', `${lines}`, '64000'],
      ['exported type names that stand twice', `${exportedTypes(files).twice.size}`, '0'],
      ['types, exported or not, that share their name', share(allTypes(files)), '-'],
      ['module functions that share their name', share(moduleFunctions(files)), '12 %'],
      ['files that fit into their one importer', `${foldable(files).length}`, '120'],
      ['Pick<', `${countPicks(files)}`, '200'],
      ['types named ...Deps', `${countDeps(files)}`, '50'],
      ['files and exports that only tests reach', `${onlyTested('.').length}`, '0'],
    ],
  );
}

function share({ all, shared }: Names): string {
  return `${Math.round((100 * shared) / all)} %`;
}
