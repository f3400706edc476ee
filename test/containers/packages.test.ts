import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import * as z from 'zod';

const versions = z.record(z.string(), z.string());
const manifest = z.object({
  dependencies: versions.default({}),
  devDependencies: versions.default({}),
});

function manifestAt(path: string): z.infer<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
}

it('install for a worker what its code imports, as this project does, and nothing else', async () => {
  const { metafile } = await build({
    entryPoints: ['agent', 'engine', 'gateway'].map((name) => `containers/${name}/main.ts`),
    outdir: 'nowhere',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    // Names with a # are of our own code.
    plugins: [
      {
        name: 'packages',
        setup: (building) => {
          building.onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
            kind === 'entry-point' ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const packages = imports.flatMap(({ path, external = false }) =>
    external && !path.startsWith('node:') ? [path] : [],
  );
  const { devDependencies } = manifestAt('package.json');
  const wanted = [...new Set(packages)].map((name) => [name, devDependencies[name]]);
  const { dependencies } = manifestAt('containers/packages/package.json');
  expect(dependencies).toEqual(Object.fromEntries(wanted));
});
