import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, bundleStart } from '../../packaging/bundle.ts';

const reference = /new URL\("([^"]+)", import\.meta\.url\)/g;

let folder: string;
let metafile: Metafile;

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'ratchetr-bundle-')), 'dist');
  metafile = await bundle(folder);
});

afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

describe('the bundle of the package', () => {
  it('has every file that it finds by its path, and no other way to find one', () => {
    const modules = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
    const texts = modules.map((name) => readFileSync(join(folder, name), 'utf8'));
    const named = texts.flatMap((text) => [...text.matchAll(reference)].map(([, path]) => path));
    expect(named.length).toBeGreaterThan(3);
    const missing = named.filter((path = '') => !existsSync(join(folder, path)));
    expect(new Set(missing)).toEqual(new Set(['../package.json']));
    expect(texts.filter((text) => /__dirname|__filename/.test(text))).toEqual([]);
  });

  it('has a check load nothing of AWS, of GitHub or of a browser', () => {
    const packages = loadedBy(metafile, 'lib/cli/commands/check.ts');
    expect(packages).toContain('zod');
    expect(packages.filter((name) => /^@(?:aws|smithy|octokit)|playwright/.test(name))).toEqual([]);
  });

  it('leaves nothing to be installed but the driver of a browser', () => {
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const left = imports.filter(({ path, external }) => external && !isBuiltin(path));
    expect(left.map(({ path, kind }) => ({ path, kind }))).toEqual([
      { path: 'playwright-core', kind: 'dynamic-import' },
    ]);
  });
});

describe('the bundle of a clone', () => {
  it('is one start that runs, and finds every file by its path where the sources are', async () => {
    const own = join(dirname(folder), 'start');
    const { inputs } = await bundleStart(own);
    expect(Object.keys(inputs)).toContain('lib/cli/commands/check.ts');
    const modules = readdirSync(own).filter((name) => name.endsWith('.mjs'));
    const texts = modules.map((name) => readFileSync(join(own, name), 'utf8'));
    const named = texts.flatMap((text) => [...text.matchAll(reference)].map(([, path]) => path));
    const found = named.map((path = '') => join(own, path));
    expect(found.filter((path) => !existsSync(path))).toEqual([]);
    expect(found).toContain(resolve('lib/engines/vitest/reporter.mjs'));
    const start = [join(own, 'cli-start.mjs'), 'engines'];
    expect(execFileSync(process.execPath, start, { encoding: 'utf8' })).toContain('mypy');
  });
});

/** Packages of which something is loaded together with the module of this source. */
function loadedBy({ outputs }: Metafile, entryPoint: string): readonly string[] {
  const first = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === entryPoint);
  const loaded = new Set([first ?? `nothing is made of ${entryPoint}`]);
  for (const name of loaded) {
    const { imports = [] } = outputs[name] ?? {};
    for (const { path, kind } of imports) if (kind === 'import-statement') loaded.add(path);
  }
  const sources = [...loaded].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
  const names = sources.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}
