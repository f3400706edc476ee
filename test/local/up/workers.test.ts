import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProcessLauncher } from '#platform/process/launcher.ts';
import { systemClock } from '#platform/system/clock.ts';
import * as z from 'zod';
import type { Launch } from '#ratchet/needs/launcher.ts';
import { workerCommand, environmentForWorker } from '#local/up/workers.ts';
import { aWorkspaceState, runId } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { decideGround } from '../../ratchet/decide/ground.ts';

const rights = {
  RATCHETR_GITHUB_TOKEN: 'ghp_the_token_of_the_operator',
  RATCHETR_GITHUB_APP_ID: '4711',
  RATCHETR_GITHUB_PRIVATE_KEY: 'the-private-key-of-the-app',
  RATCHETR_WEBHOOK_SECRET: 'the-secret-of-the-webhook',
  RATCHETR_WEBHOOK_SECRET_PREVIOUS: 'the-secret-before',
};

async function room() {
  const ground = await decideGround();
  const workspaceId = await ground.watch(ground.open('fix'));
  const launch: Launch = { runId: runId('run-1'), kind: 'fixup', number: 1, workspaceId };
  const env = { ...rights, PATH: process.env['PATH'] ?? '', RATCHETR_SETUP: '[]' };
  const { workspaces, forge } = ground;
  return {
    ground,
    launch,
    env,
    workerEnv: () => environmentForWorker({ env, forge, workspaces }, launch),
  };
}

it('tells a worker its run, and none of our rights but a token that may only read', async () => {
  const { ground, launch, env, workerEnv } = await room();
  const [home, folder] = [await tempFolder(), await tempFolder()];
  const seen = join(home, 'seen.json');
  const print = `require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env))`;
  const launcher = createProcessLauncher(
    { clock: systemClock, log: ground.log, parentEnv: env },
    { cwd: home, folder, most: 1, command: () => [process.execPath, '-e', print], env: workerEnv },
  );
  // Until then something may still be written into the folders that go with the test.
  const ended = new Promise((resolve) => launcher.onExit(resolve));
  expect(await launcher.launch(launch)).toMatchObject({ kind: 'launched' });
  await ended;
  const environment = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(seen, 'utf8')));
  for (const [name, value] of Object.entries(rights)) {
    expect(environment).not.toHaveProperty(name);
    expect(Object.values(environment).join('\n')).not.toContain(value);
  }
  expect(environment).toMatchObject({
    RATCHETR_SETUP: '[]',
    RATCHETR_CLONE_URL: expect.stringContaining('/acme/shop.git'),
  });
  const token = ground.github.world.tokens.get(environment['RATCHETR_CLONE_TOKEN'] ?? '');
  if (token?.kind !== 'installation') throw new Error('The worker has no token to clone with');
  expect(token.permissions).toMatchObject({ contents: 'read' });
  expect(Object.values(token.permissions)).not.toContain('write');
  expect(token.repositories).toEqual(new Set([ground.hands.repository.id]));
});

it('starts the worker program with our own Node', () => {
  const launch: Launch = {
    runId: runId('run-1'),
    kind: 'check',
    number: 1,
    workspaceId: aWorkspaceState().id,
  };
  const [node, program = '', ...options] = workerCommand('/home/ann/state', launch);
  expect(node).toBe(process.execPath);
  expect(program).toMatch(/lib\/local\/worker\/start\.mjs$/);
  expect(existsSync(program)).toBe(true);
  expect(options).toEqual([
    '--home',
    '/home/ann/state',
    '--workspace',
    'workspace-1',
    '--run',
    'run-1',
  ]);
});

it('makes no environment for a workspace that is not there', async () => {
  const { ground, launch } = await room();
  const { forge, workspaces } = ground;
  const made = environmentForWorker(
    { env: {}, forge, workspaces },
    { ...launch, workspaceId: aWorkspaceState().id },
  );
  await expect(made).rejects.toThrow('There is no workspace workspace-1');
});
