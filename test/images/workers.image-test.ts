import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { probe, probing } from '../containers/probe.ts';
import { servedPlane } from '../containers/control-plane.ts';
import { plantPullRequest } from '../flow/work/words.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import {
  buildImage,
  type Container,
  removeImages,
  sizesOfImages,
  startImage,
  targets,
  whyNoImages,
} from './buildah.ts';

const missing = whyNoImages();
if (missing !== undefined) {
  const line = '!'.repeat(80);
  process.stderr.write(`${line}\nTHE IMAGES OF WORKERS ARE NOT TESTED: ${missing}.\n${line}\n`);
}

const program = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/programs', name), 'utf8');

const files = {
  'src/a.txt': 'one\nBAD two\n',
  'probe.sh': probe,
  'agent.mjs': program('ask-model.mjs'),
};
const agent = ['node', 'agent.mjs', '1'];
const tools = [
  ['python3', '-m', 'venv', '.venv'],
  ['git', 'log', '-1'],
  ['uv', '--version'],
];
/** What of an image its second user may change beside its own home and the copies of code. */
const find = 'find / -xdev -writable ! -type l ! -path "/home/work*" ! -path "/tmp/*" 2>/dev/null';
const looks = [['sh', '-c', `echo may change: $(${find})`]];
const config = { setup: [...probing.setup, ...[...tools, ...looks].map((run) => ({ run }))] };

/** The probe found nothing, and what it laid before the programs of the system went with the home of its set-up. */
function expectNothingReached({ root }: Pick<Container, 'root'>, said = ''): void {
  expect(said).toContain('probe as 10001');
  expect(existsSync(join(root, 'home/work/.local/bin/git'))).toBe(false);
  expect(existsSync(join(root, 'home/work/reached'))).toBe(false);
  expect(Number(/^tried (\d+)$/m.exec(said)?.[1])).toBeGreaterThan(20);
  expect(said).not.toContain('reached');
  const places = /^may change: (.*)$/m.exec(said)?.[1]?.split(' ') ?? [];
  expect(['/run/lock', '/tmp', '/var/tmp']).toEqual(expect.arrayContaining(places));
  expect(places).toContain('/tmp');
}

describe.skipIf(missing !== undefined)('the images of workers', () => {
  beforeAll(async () => {
    for (const target of targets) await buildImage(target);
    process.stdout.write(`Megabytes: ${JSON.stringify(sizesOfImages())}\n`);
  });

  afterAll(() => removeImages());

  it('check a head, and keep its code from what is the supervisor’s', async () => {
    const plane = await servedPlane(await plantPullRequest({ files, config }), { work: 'check' });
    const worker = startImage('engine', plane.environment);
    const { code, stderr } = await worker.ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expectNothingReached(worker, await plane.artifact('setup.log'));
    expect(await plane.runs.loadRun(plane.brief.runId)).toMatchObject({
      status: 'succeeded',
      summary: { findings: { new: 1, tolerated: 0 } },
    });
  });

  it('repair by a model, whose key stays in the gateway', async () => {
    const provider = await startFakeProvider(() => ({ usage: { input: 200_000, output: 0 } }));
    onTestFinished(() => provider.stop());
    const plane = await servedPlane(await plantPullRequest({ agent, files, config }), {
      work: 'ci',
    });
    const gateway = startImage('gateway', {
      ...plane.environment,
      RATCHETR_MODEL_KEYS: JSON.stringify({ 'anthropic-api-key': 'the-real-key' }),
      RATCHETR_GATEWAY_CREDENTIAL: plane.gatewayCredential,
      RATCHETR_MODELS_ORIGINS_ANTHROPIC: provider.origin,
    });
    const worker = startImage('agent', plane.environment);
    const { code, stderr } = await worker.ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expectNothingReached(worker, await plane.artifact('setup.log'));
    expect((await plane.result()).files).toEqual({ 'src/a.txt': 'one\ntwo\n' });
    expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['the-real-key']);
    // More than was set aside, and booked as it is: the gateway shows what it alone was launched with.
    expect(await plane.spentThisMonth()).toBe(100_000);
    await gateway.stop();
  });

  it('start nothing with more rights than they need', async () => {
    const entry = ['/opt/ratchetr/containers/engine/main.ts', '--as-user', '10001:10001'];
    const started = startImage('engine', {}, ['node', ...entry]);
    const { code, stderr } = await started.ended;
    expect(code).toBe(3);
    expect(stderr).toContain('has more rights than');
  });
});
