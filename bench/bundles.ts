import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Bundle, bundleHandlers } from '../test/support/bundled-handlers.ts';
import { bundleProbot } from './bundle-probot.ts';
import { printTable } from './table.ts';

const rounds = 9;
/** In kilobytes, as gzip. */
const mostOf: Readonly<Record<string, number>> = { webhook: 180, decide: 280 };

/** What each function loads when it starts, and how long that takes, beside Probot's adapter for Lambda. */
export async function benchBundles(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ratchetr-bundles-'));
  try {
    const handlers = bundleHandlers(folder);
    const probot = await bundleProbot(join(folder, 'probot'));
    const bundles = typeof probot === 'string' ? handlers : [...handlers, probot];
    printTable(
      `Bundles of functions: kilobytes, and milliseconds until one is imported (median of ${rounds}, in turns with \`node -e 0\`)`,
      ['function', 'minified', 'gzip', 'at most', 'within', 'import', 'node -e 0', 'ratio'],
      bundles.map(rowOf),
    );
    if (typeof probot === 'string') process.stdout.write(`${probot}\n\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(bundle: Bundle): readonly string[] {
  const { name, path } = bundle;
  const { minified, zipped } = sizesOf(path);
  const most = mostOf[name];
  const limit = most === undefined ? ['', ''] : [String(most), zipped <= most ? 'yes' : 'NO'];
  return [name, minified.toFixed(0), zipped.toFixed(0), ...limit, ...timesOf(bundle)];
}

/** In kilobytes. */
function sizesOf(path: string): { readonly minified: number; readonly zipped: number } {
  const code = readFileSync(path);
  return { minified: code.length / 1_000, zipped: gzipSync(code, { level: 9 }).length / 1_000 };
}

function timesOf({ path, env }: Bundle): readonly string[] {
  const times = Array.from({ length: rounds }, () => ({
    loaded: timed(['--input-type=module', '-e', `await import(${JSON.stringify(path)})`], env),
    nothing: timed(['-e', '0'], env),
  }));
  const loaded = median(times.map((time) => time.loaded));
  const nothing = median(times.map((time) => time.nothing));
  return [loaded.toFixed(0), nothing.toFixed(0), (loaded / nothing).toFixed(2)];
}

function timed(args: readonly string[], env: Bundle['env']): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
