import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** What one process ran: the names of the functions, by the file of the tree that they stand in. */
export type Ran = ReadonlyMap<string, ReadonlySet<string>>;

const written = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.array(z.object({ count: z.number() })).min(1),
        }),
      ),
    }),
  ),
});

/** Reads what `NODE_V8_COVERAGE` left: each process of which any function of the tree ran, in the order of their ends. */
export function readCoverage(folder: string, root: string): readonly Ran[] {
  return readdirSync(folder)
    .filter((name) => /^coverage-\d+-\d+-\d+\.json$/.test(name))
    .toSorted((one, other) => endOf(one) - endOf(other))
    .map((name) => ranIn(readFileSync(join(folder, name), 'utf8'), root))
    .filter((ran) => ran.size > 0);
}

/** `coverage-<process>-<time>-<number>.json` */
function endOf(name: string): number {
  return Number(name.split('-')[2]);
}

function ranIn(text: string, root: string): Ran {
  const below = `${pathToFileURL(root).href}/`;
  const entries = written
    .parse(JSON.parse(text))
    .result.filter(({ url }) => url.startsWith(below))
    .map(({ url, functions }) => {
      // The first one is the module itself: that it ran says only that it was loaded.
      const names = functions
        .slice(1)
        .filter(({ ranges }) => ranges[0] !== undefined && ranges[0].count > 0)
        .map(({ functionName }) => functionName);
      return [url.slice(below.length), new Set(names)] as const;
    });
  return new Map(entries.filter(([path, names]) => names.size > 0 && isProduct(path)));
}

function isProduct(path: string): boolean {
  return /^(?:lib|lambdas|containers)\//.test(path);
}
