import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readOwnVersion } from '#local/version.ts';
import { nodeOf } from './nodes.ts';
import { type Stranger, welcomeStranger } from './stranger.ts';

const ratchetr = 'node_modules/.bin/ratchetr';

let stranger: Stranger;
beforeAll(async () => {
  // npm does not run on the oldest that are tried here.
  stranger = await welcomeStranger('20.20.2');
});
afterAll(() => stranger.leave());

/** The stranger has this Node now, and a project in which nothing was done yet. */
async function giveNode(version: string): Promise<void> {
  cpSync(join(await nodeOf(version), 'node'), join(stranger.folder, 'bin/node'));
  for (const made of ['.git', '.ratchetr']) {
    rmSync(join(stranger.project, made), { recursive: true, force: true });
  }
}

function takeSqliteAway(): void {
  const { folder, project } = stranger;
  const sqlite = join(project, 'node_modules/ratchetr/dist/sqlite');
  const aside = join(folder, 'sqlite');
  renameSync(sqlite, aside);
  onTestFinished(() => renameSync(aside, sqlite));
}

describe('the package', () => {
  it.each(['18.20.8', '20.18.3'])('says under Node %s which one it needs', async (version) => {
    await giveNode(version);
    expect(await stranger.run(ratchetr, 'check')).toEqual({
      code: 2,
      stdout: '',
      stderr: `ratchetr cannot run: it needs Node 20.19 or newer, and this is ${version}; use Node 24.\n`,
    });
  });

  // The first of 22 have an SQLite that lacks what we use of it.
  it.each(['20.19.0', '22.0.0', '22.13.0'])(
    'keeps its state under Node %s, too',
    async (version) => {
      await giveNode(version);
      const said = { stdout: `${readOwnVersion()}\n`, stderr: '' };
      expect(await stranger.run(ratchetr, '--version')).toMatchObject({ code: 0, ...said });
      await stranger.run('git', 'init', '--quiet');
      const made = await stranger.run(ratchetr, 'state');
      expect(made).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('says what is missing where no SQLite comes along, and checks all the same', async () => {
    await giveNode('20.20.2');
    takeSqliteAway();
    await stranger.run('git', 'init', '--quiet');
    const { code, stderr } = await stranger.run(ratchetr, 'state');
    expect(code).toBe(3);
    expect(stderr).toMatch(/SQLite.* is not part of Node 20\.20\.2.*Use Node 24\./);
    expect(await stranger.run(ratchetr, 'check')).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('Nothing was judged'),
    });
  });

  it('says what to install for a plan that opens pages', async () => {
    await giveNode('24.21.0');
    const action = { type: 'browser_act', acts: [{ do: 'open', url: 'about:blank' }] };
    const step = { stepId: 1, description: 'Look', action, dependsOn: [], rollbackOnFail: false };
    const plan = { schemaVersion: 1, title: 'Look at a page', steps: [step] };
    stranger.write({ 'plan.json': JSON.stringify(plan) });
    const order = [ratchetr, 'execute', 'plan.json'];
    const browser = { RATCHETR_CHROMIUM: '/bin/true' };
    const { code, stdout, stderr } = await stranger.start(order, browser).ended;
    expect({ code, said: stdout + stderr }).toEqual({
      code: 1,
      said: expect.stringMatching(
        /Playwright.* is not installed; run `npm install playwright-core`/,
      ),
    });
  });
});
