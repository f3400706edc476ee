import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plantTree } from './planted-tree.ts';
import { registryProblems } from './registries.ts';

const plugin = (id: string): string =>
  `export const plugin = { id: '${id}', detect: () => true };\n`;

const RUFF_AND_MYPY = `
import { plugin as ruff } from './ruff/plugin.ts';
import { plugin as mypy } from './mypy/plugin.ts';
`;

/** The files of a family, and what is wrong with it. */
const families: Record<string, readonly [Record<string, string>, readonly string[]]> = {
  'a complete list': [
    {
      'ruff/plugin.ts': plugin('ruff'),
      'mypy/plugin.ts': plugin('mypy'),
      '_template/plugin.ts': plugin('template'),
      'contract.ts': 'export interface Engine { readonly id: string }\n',
      'registry.ts': `${RUFF_AND_MYPY}
        export const engines: readonly { id: string }[] = [ruff, mypy];
        export const find = (id: string) => engines.find((engine) => engine.id === id);`,
    },
    [],
  ],
  'a complete record': [
    {
      'ruff/plugin.ts': plugin('ruff'),
      'mypy/plugin.ts': plugin('mypy'),
      'registry.ts': `${RUFF_AND_MYPY} export const engines = { ruff, mypy };`,
    },
    [],
  ],
  'a family without plugins': [{ 'registry.ts': 'export const engines = [];' }, []],
  'a missing entry': [
    {
      'ruff/plugin.ts': plugin('ruff'),
      'mypy/plugin.ts': plugin('mypy'),
      'registry.ts': `${RUFF_AND_MYPY} export const engines = [ruff]; void mypy;`,
    },
    ['folder mypy has no entry'],
  ],
  'a missing folder': [
    { 'registry.ts': "export const engines = [{ id: 'ruff' }];" },
    ['entry ruff has no folder'],
  ],
  'an id that differs from its folder': [
    {
      'ruff/plugin.ts': plugin('rough'),
      'mypy/plugin.ts': plugin('mypy'),
      'registry.ts': `${RUFF_AND_MYPY} export const engines = { ruff, mypy };`,
    },
    ['folder ruff has no entry', 'entry rough has no folder', 'entry ruff has the id rough'],
  ],
  'two plugins of one id': [
    {
      'ruff/plugin.ts': plugin('ruff'),
      'mypy/plugin.ts': plugin('ruff'),
      'registry.ts': `${RUFF_AND_MYPY} export const engines = [ruff, mypy];`,
    },
    ['folder mypy has no entry', 'entry ruff stands twice'],
  ],
  'an entry without an id': [
    { 'registry.ts': "export const engines = [{ name: 'ruff' }];" },
    ['engines/registry.ts exports no list or record of plugins with an id'],
  ],
  'no registry': [{ 'ruff/plugin.ts': plugin('ruff') }, ['engines/registry.ts does not exist']],
};

describe('registries', () => {
  it.each(Object.entries(families))('%s', async (_name, [files, problems]) => {
    const placed = Object.entries(files).map(([path, text]) => [`engines/${path}`, text]);
    const tree = plantTree(Object.fromEntries(placed), []);
    onTestFinished(() => tree.remove());
    const found = await registryProblems(join(tree.root, 'engines'));
    expect(found.map((problem) => problem.replace(`${tree.root}/`, ''))).toEqual(problems);
  });

  it.each(['lib/engines', 'lib/agents'])('%s', async (family) => {
    expect(await registryProblems(family)).toEqual([]);
  });
});
