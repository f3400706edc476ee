import { join } from 'node:path';
import * as esbuild from 'esbuild';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { copied, ownFiles, type Programs, project } from './own-files.ts';

/** What the launcher starts; whatever else is started or loaded by its path, the sources name. */
const first: Programs = { 'cli-start': 'lib/cli/start.mjs' };

/** Bundles the product into one folder of modules, of which a command loads what it needs. */
export async function bundle(outdir: string): Promise<Metafile> {
  let programs = first;
  for (;;) {
    const own = ownFiles(project);
    const wanted = { ...options([own.plugin, sqliteOfPackage]), entryPoints: programs, outdir };
    const { metafile } = await esbuild.build({ ...wanted, metafile: true, write: false });
    const found = { ...first, ...own.programs() };
    // A program may name the next one.
    if (Object.keys(found).every((name) => Object.hasOwn(programs, name))) {
      await esbuild.build(wanted);
      return metafile;
    }
    programs = found;
  }
}

/** Bundles what the launcher starts for this very project, whose other files stay where they are. */
export async function bundleStart(outdir: string): Promise<Metafile> {
  const { plugin } = ownFiles(project, outdir);
  const wanted = { ...options([plugin, sqliteOfPackage]), entryPoints: first, outdir };
  return (await esbuild.build({ ...wanted, metafile: true })).metafile;
}

function options(plugins: Plugin[]): BuildOptions {
  return {
    absWorkingDir: project,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // The oldest that the package runs on: `engines` of its manifest says so to npm.
    target: 'node20.19',
    mainFields: ['module', 'main'],
    loader: Object.fromEntries(copied.map((extension) => [extension, 'copy'])),
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
    legalComments: 'none',
    // Large, and finds its own files by their path: a user whose plans drive a browser installs it.
    external: ['playwright-core'],
    inject: [join(project, 'packaging/runtime/older-node.mjs')],
    plugins,
    // Packages in the older format require what Node has built in, and a module has no `require`.
    banner: {
      js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
    },
  };
}

const sqliteOfPackage: Plugin = {
  name: 'sqlite-of-package',
  setup: (build) => {
    const path = join(project, 'packaging/runtime/sqlite.mjs');
    build.onResolve({ filter: /^node:sqlite$/ }, () => ({ path }));
  },
};
