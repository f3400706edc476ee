import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually, isRunning } from '../platform/process/harness.ts';
import { plantPullRequest } from '../flow/work/words.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { servedPlane } from './control-plane.ts';
import { probe, probing } from './probe.ts';
import { canSplit, startContainer } from './start-container.ts';

const asker = join(import.meta.dirname, '../fixtures/programs/ask-model.mjs');
const modelKey = 'the-real-key-of-the-provider';
const files = { 'src/a.txt': 'one\nBAD two\n', 'probe.sh': probe };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function provider(): Promise<FakeProvider> {
  const started = await startFakeProvider(() => ({ usage: { input: 1_000_000, output: 0 } }));
  onTestFinished(() => started.stop());
  return started;
}

const asking = [process.execPath, asker, '1'];

async function plant(config: object = {}) {
  const planted = await plantPullRequest({ agent: asking, files, config });
  return servedPlane(planted, { work: 'ci' });
}

/** All that a control plane keeps. */
function allIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}

type Plane = Awaited<ReturnType<typeof plant>>;

/** Both containers of a task. */
async function startTask(
  { environment, gatewayCredential }: Plane,
  { origin, split = false }: { readonly origin: string; readonly split?: boolean },
) {
  const port = await freePort();
  const keys = { placeholder: 'x', 'anthropic-api-key': modelKey };
  const gateway = await startContainer('gateway', {
    environment: {
      ...environment,
      RATCHETR_MODEL_KEYS: JSON.stringify(keys),
      RATCHETR_GATEWAY_CREDENTIAL: gatewayCredential,
      RATCHETR_MODELS_ORIGINS_ANTHROPIC: origin,
    },
    args: ['--port', String(port)],
  });
  const worker = await startContainer('agent', {
    environment,
    args: ['--gateway', `http://127.0.0.1:${port}`],
    split,
  });
  return { gateway, worker, port };
}

describe('the containers of a session', () => {
  it('repair by a model whose key stays in the gateway, at a cost that the broker books', async () => {
    const { origin, requests } = await provider();
    const plane = await plant();
    const { gateway, worker } = await startTask(plane, { origin });
    const { code, stderr } = await worker.ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { files: changed } = await plane.result();
    expect(changed).toEqual({ 'src/a.txt': 'one\ntwo\n' });
    expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual([modelKey]);
    expect(plane.asked).toContain('/v1/reserve');
    expect(await plane.runs.loadRun(plane.brief.runId)).toMatchObject({
      summary: { costUsd: 0.5 },
    });
    // Far more than was set aside, and booked as it is.
    expect(await plane.spentThisMonth()).toBe(500_000);
    expect(plane.segments.length).toBeGreaterThan(0);
    expect(plane.errors).toEqual([]);
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toMatchObject({ code: 0 });
  });

  it.skipIf(!canSplit)('keep the code of the repository from what is theirs', async () => {
    const { origin } = await provider();
    const plane = await plant(probing);
    const { gateway, worker } = await startTask(plane, { origin, split: true });
    const { code, stderr } = await worker.ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const said = (await plane.artifact('setup.log')) ?? '';
    expect(said).toContain('probe as 10001');
    expect(Number(/^tried (\d+)$/m.exec(said)?.[1])).toBeGreaterThan(20);
    expect(said).not.toContain('reached');
    // What a set-up leaves in its home goes with that.
    expect(existsSync(join(worker.home, '.local/bin/git'))).toBe(false);
    expect(existsSync(join(worker.home, 'reached'))).toBe(false);
    const left = Number(/^left (\d+)$/m.exec(said)?.[1]);
    expect(isRunning(left)).toBe(false);
    expect(readdirSync(worker.temporary).filter((name) => name.startsWith('ratchetr-'))).toEqual(
      [],
    );
    expect((await plane.result()).files).toEqual({ 'src/a.txt': 'one\ntwo\n' });
    gateway.signal('SIGTERM');
    await gateway.ended;
  });

  it('begin nothing where somebody else listens in place of the gateway', async () => {
    const plane = await plant();
    const told: string[] = [];
    const impostor = createServer((incoming, outgoing) => {
      incoming.on('data', (chunk) => told.push(String(chunk)));
      incoming.on('end', () => outgoing.end('{"providers":["anthropic"]}'));
    }).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    onTestFinished(() => void impostor.close());
    const address = impostor.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { environment } = plane;
    const args = ['--gateway', `http://127.0.0.1:${port}`];
    const { code, stderr } = await (await startContainer('agent', { environment, args })).ended;
    expect(code).toBe(3);
    expect(stderr).toContain('is not the gateway of this task');
    expect(told.join()).not.toContain('s1.');
  });

  it('give no agent what is the supervisor’s, even where the settings ask for it', async () => {
    const { origin } = await provider();
    const env = ['RATCHETR_CAPABILITY', 'RATCHETR_BROKER_URL'];
    const settings = { command: { command: asking, env } };
    const plane = await plant({ agents: { order: ['command'], settings } });
    const { gateway, worker } = await startTask(plane, { origin });
    expect(await worker.ended).toMatchObject({ code: 0 });
    // The agent answers with its environment.
    const kept = allIn(plane.home);
    expect(kept).toContain('RATCHETR_GATEWAY_URL');
    expect(kept).not.toContain('RATCHETR_BROKER_URL');
    expect(kept).not.toContain(plane.environment.RATCHETR_CAPABILITY);
    gateway.signal('SIGTERM');
    await gateway.ended;
  });

  it('leave the run to the next worker when they are told to stop', async () => {
    const { origin } = await provider();
    const plane = await plant({ setup: [{ run: ['sh', '-c', 'echo begun >&2; sleep 300'] }] });
    const { gateway, worker } = await startTask(plane, { origin });
    await eventually(() => plane.asked.includes('/git/git-upload-pack') || undefined);
    worker.signal('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 130 });
    expect(await plane.state()).toMatchObject({ session: { phase: 'running' } });
    gateway.signal('SIGTERM');
    await gateway.ended;
  });
});
