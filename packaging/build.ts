import { readdirSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { schemaFiles } from '#config/generated-files.ts';
import { bundle } from './bundle.ts';
import { project } from './own-files.ts';

const dist = join(project, 'dist');
const sqlite = '@photostructure/sqlite';
/** What we run on. */
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/* What `npm pack` packs: the bundle, what it loads by path, and whose work is in it. */

await rm(dist, { recursive: true, force: true });
const inputs = { ...(await bundle(dist)).inputs, ...(await bringSqlite()).inputs };
await writeFile(join(dist, 'licenses.txt'), await licensesOf(Object.keys(inputs)));
for (const [name, text] of schemaFiles()) {
  if (name === 'ratchetr.schema.json') await writeFile(join(dist, name), text);
}

/** For Node 20 and the first of 22: SQLite as Node has it, built for each platform. */
async function bringSqlite(): Promise<Metafile> {
  const source = join(project, 'node_modules', sqlite);
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['packaging/runtime/brought-sqlite.mjs'],
    outfile: join(dist, 'sqlite/lib/index.cjs'),
    bundle: true,
    platform: 'node',
    // It finds what was built for the platform from where it lies, as a module of the older format does.
    format: 'cjs',
    conditions: ['require'],
    target: 'node20.19',
    logLevel: 'warning',
    metafile: true,
  });
  for (const name of platforms) {
    await cp(join(source, 'prebuilds', name), join(dist, 'sqlite/prebuilds', name), {
      recursive: true,
    });
  }
  return metafile;
}

/** The terms of every package of which something is in these files. */
async function licensesOf(paths: readonly string[]): Promise<string> {
  const names = paths.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = await Promise.all(
    [...new Set(names)].toSorted().map(async (name) => {
      const folder = join(project, 'node_modules', name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
      return `${name}\n\n${text.trim()}\n`;
    }),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
