import { describe, expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';
import { createToolsFor } from '#repair/agent-tools.ts';
import { someFacts } from '../check/rules/repository/some-facts.ts';
import { aPlan } from '../check/rules/scope/plans.ts';

const repository = '/code/shop';
const python = `${repository}/.venv/bin/python`;
const bin = `${repository}/node_modules/.bin`;
const there = new Set([python, `${bin}/tsc`, `${bin}/vue-tsc`]);
const command = {
  runner: 'python' as const,
  args: ['-m', 'pytest', '-q', 'tests/test a.py'],
  env: { PYTHONDONTWRITEBYTECODE: '1', MODE: 'slow' },
  cwd: 'api',
  timeoutMs: 1_000,
};

const known: Parameters<typeof createToolsFor>[0] = {
  sources: {
    repository,
    facts: someFacts({ environments: ['.venv'] }),
    bins: { isFile: async (path) => there.has(path), findNodeBin: async () => undefined },
    node: '/opt/node/bin/node',
  },
  engines: new Map(engines.map((engine) => [engine.id, engine])),
  programOf: ({ id }) =>
    id === 'tsc'
      ? ['/opt/node/bin/node', `${repository}/node_modules/typescript/bin/tsc`]
      : [python, '-m', id],
  variablesOf: (_root, folder) => ({
    VIRTUAL_ENV: `${repository}/.venv`,
    PYTHONPATH: `${folder}/src`,
  }),
};
const toolsFor = createToolsFor(known);

const place = { copy: '/copies/1', links: ['.venv', 'node_modules'] };

describe('what an agent is told of the tools that judge', () => {
  it('is how they start in its copy', async () => {
    const plans = [aPlan({ engine: 'pytest', root: 'api' }), aPlan({ engine: 'tsc', root: '.' })];
    const told = await toolsFor({ ...place, plans, tool: 'pytest', commands: [command] });
    expect(told.lines).toEqual([
      "cd /copies/1/api && PYTHONDONTWRITEBYTECODE=1 MODE=slow PYTHONPATH=/copies/1/src ../.venv/bin/python -m pytest -q 'tests/test a.py'",
    ]);
    expect(told.tools.map(({ engine, starts }) => [engine, starts[0]])).toEqual([
      ['pytest', '../.venv/bin/python -m pytest'],
      ['tsc', 'node_modules/.bin/tsc'],
    ]);
    expect(told.path).toEqual([
      '/copies/1/.venv/bin',
      '/copies/1/node_modules/.bin',
      '/opt/node/bin',
    ]);
    expect(told.env).toMatchObject({
      VIRTUAL_ENV: '/copies/1/.venv',
      PYTHONDONTWRITEBYTECODE: '1',
      MODE: 'slow',
    });
  });

  it('has the variables of each line in that line', async () => {
    const other = { ...command, cwd: '.', env: { MODE: 'a b' }, args: ['-m', 'pytest'] };
    const plans = [aPlan({ engine: 'pytest', root: 'api' })];
    const { lines } = await toolsFor({
      ...place,
      plans,
      tool: 'pytest',
      commands: [command, other],
    });
    expect(lines[1]).toBe("MODE='a b' PYTHONPATH=/copies/1/src .venv/bin/python -m pytest");
  });

  it('is the environment as the copy sees it, where that lies elsewhere', async () => {
    const elsewhere = '/cache/shop-py3.12';
    const viewed = createToolsFor({
      ...known,
      programOf: ({ id }) => [`${elsewhere}/bin/python`, '-m', id],
      variablesOf: () => ({}),
      inFolder: (path, folder) => path.replace(elsewhere, `${folder}/.tox/shop-py3.12`),
    });
    const plans = [aPlan({ engine: 'pytest', root: '.' })];
    const commands = [{ ...command, cwd: '.', env: {}, args: ['-m', 'pytest'] }];
    const told = await viewed({ ...place, plans, tool: 'pytest', commands });
    expect(told.lines).toEqual(['.tox/shop-py3.12/bin/python -m pytest']);
  });

  it('is the program that stands in place of another', async () => {
    const script = `${repository}/node_modules/vue-tsc/bin/vue-tsc.js`;
    const forVue = createToolsFor({ ...known, programOf: () => ['/opt/node/bin/node', script] });
    const plans = [aPlan({ engine: 'tsc', root: '.' })];
    const again = { ...command, runner: 'node' as const, args: ['tsc', '--noEmit'], cwd: '.' };
    const commands = [{ ...again, env: {} }];
    const { lines, tools } = await forVue({ ...place, plans, tool: 'tsc', commands });
    expect(lines).toEqual(['PYTHONPATH=/copies/1/src node_modules/.bin/vue-tsc --noEmit']);
    expect(tools[0]?.starts).toContain('npx vue-tsc');
    expect(tools[0]?.starts).not.toContain('tsc');
  });

  it('is the command that a user gave, and no other spelling of it', async () => {
    const options = { command: ['make', 'lint'] };
    const plans = [aPlan({ engine: 'command', options })];
    const { tools, path } = await toolsFor({ ...place, links: [], plans, tool: 'x', commands: [] });
    expect(tools).toEqual([{ engine: 'command', starts: ['make lint'] }]);
    expect(path).toEqual([`${repository}/.venv/bin`]);
  });
});
