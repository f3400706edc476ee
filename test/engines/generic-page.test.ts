import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { declare, runDeclared } from './given.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/engines/generic.md'), 'utf8');
const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
const loaded = loadConfig({ file: { name: 'ratchetr.yaml', text }, env: {}, overrides: [] });
if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems));
const { engines } = loaded.config;

async function placesFoundBy(id: string, files: Readonly<Record<string, string>>) {
  const { from, options, paths } = engines[id] ?? {};
  const links = { node_modules: join(import.meta.dirname, '../../node_modules') };
  const plan = { scope: paths ?? ['.'] };
  const run = await runDeclared({ from, options }, { files, links, plan });
  expect(run.outcome.error).toBeNull();
  return run.findings.map(({ path, line, rule }) => [path, line, rule]);
}

describe('the example of the page on generic engines', () => {
  it('declares engines without a problem', () => {
    const { engines: list, problems } = declare(engines);
    expect(problems).toEqual([]);
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(engines)));
    expect(Object.keys(engines)).toHaveLength(8);
  });

  it.each([
    ['web-lint', { 'src/a.js': 'debugger;\n' }, [['src/a.js', 1, 'eslint(no-debugger)']]],
    ['web-lint', { 'src/a.js': 'export {};\n' }, []],
    ['shell-words', { 'x/a.sh': 'if then\n' }, [['./x/a.sh', 1, null]]],
    ['shell-words', { 'x/a.sh': 'true\n' }, []],
    ['fixme', { 'src/x/a.c': 'int a;\nint b; // FIXME later\n' }, [['src/x/a.c', 2, 'FIXME']]],
    ['fixme', { 'src/x/a.c': 'int a;\n' }, []],
  ])('has %s find in %j', async (id, files, found) => {
    expect(await placesFoundBy(id, files)).toEqual(found);
  });
});
