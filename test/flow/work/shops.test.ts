import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { engineTools } from '../../support/engine-tools.ts';
import { plantShop, shopAgent } from '../fix/shop.ts';
import { launched, run } from './ground.ts';

const modules = resolve('node_modules');
const packages = ['eslint', 'oxlint', 'typescript', 'vitest'];

const install = {
  'python-shop': async () => ['ln', '-s', (await engineTools()).environment, '.venv'],
  'ts-shop': async () => {
    const links = packages.map((name) => `ln -s ${modules}/${name} node_modules/${name}`);
    return ['sh', '-c', ['mkdir node_modules', ...links].join(' && ')];
  },
} as const;

it.each(['python-shop', 'ts-shop'] as const)(
  'a worker brings a whole project to green, by its own tools and an agent: %s',
  async (name) => {
    const setup = JSON.stringify([{ run: await install[name]() }]);
    const repository = await plantShop(name);
    const ground = await launched({ repository, head: 'feature', base: 'main' }, { work: 'ci' });
    const env = { ...shopAgent, RATCHETR_SETUP: setup };
    expect(await ground.start(env).ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'succeeded',
      summary: { outcome: 'green', toRepair: { after: 0 } },
    });
    const attempts = await ground.runs.listAttempts(run);
    const agents = new Set(attempts.map(({ agentName }) => agentName));
    expect([...agents].toSorted()).toEqual(['autofix', 'command']);
    const { parents, files } = await ground.result();
    expect(parents).toEqual([ground.brief.headSha]);
    // What the setup installed is no part of the change.
    expect(Object.keys(files).filter((path) => /^(?:\.venv|node_modules)/.test(path))).toEqual([]);
    expect(ground.left()).toEqual([]);
  },
);
