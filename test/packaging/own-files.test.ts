import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ownFiles } from '../../packaging/own-files.ts';
import { plantFiles } from '../support/plant-files.ts';

/** Bundles this text of a module in `lib/cli`. */
async function bundled(text: string) {
  const root = await plantFiles({ 'lib/cli/start.ts': text });
  const own = ownFiles(root);
  const { outputFiles } = await build({
    entryPoints: [`${root}/lib/cli/start.ts`],
    plugins: [own.plugin],
    platform: 'node',
    format: 'esm',
    bundle: true,
    write: false,
    logLevel: 'silent',
  });
  return { programs: own.programs(), text: outputFiles[0]?.text };
}

describe('files that the product finds by their path', () => {
  it('become entries of the bundle, and are found there', async () => {
    const { programs, text } = await bundled(
      "export const a = new URL('../worker/start.mjs', import.meta.url);\n" +
        "export const b = new URL(\n  'reporter.mjs',\n  import.meta.url,\n);\n",
    );
    expect(programs).toEqual({
      'worker-start': 'lib/worker/start.mjs',
      'cli-reporter': 'lib/cli/reporter.mjs',
    });
    expect(text).toContain('new URL("./worker-start.mjs", import.meta.url)');
    expect(text).toContain('new URL("./cli-reporter.mjs", import.meta.url)');
  });

  it('have the manifest of the package among them, which lies above the bundle', async () => {
    const { programs, text } = await bundled(
      "export const a = new URL('../../package.json', import.meta.url);\n",
    );
    expect(programs).toEqual({});
    expect(text).toContain('new URL("../package.json", import.meta.url)');
  });

  it.each([
    'export const a = import.meta.dirname;',
    "export const a = import.meta.resolve('./b.ts');",
    'export const a = new URL(name, import.meta.url);',
    "export const a = new URL('./a.ts', import.meta.url), b = import.meta.filename;",
  ])('are refused where a bundle would not find them: %s', async (text) => {
    await expect(bundled(text)).rejects.toThrow('A bundle would not find what this names');
  });
});
