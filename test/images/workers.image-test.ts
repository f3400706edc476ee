import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { probe, probing } from '../containers/probe.ts';
import { servedPlane } from '../containers/control-plane.ts';
import { plantPullRequest } from '../flow/work/words.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import {
  buildImage,
  removeImages,
  sizesOfImages,
  startImage,
  targets,
  whyNoImages,
} from './buildah.ts';

const missing = whyNoImages();
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
const config = { setup: [...probing.setup, ...tools.map((run) => ({ run }))] };

/** What the probe says that found nothing. */
function expectNothingReached(said = ''): void {
  expect(said).toContain('probe as 10001');
  expect(Number(/^tried (\d+)$/m.exec(said)?.[1])).toBeGreaterThan(20);
  expect(said).not.toContain('reached');
}

describe.skipIf(missing !== undefined)('the images of workers', () => {
  beforeAll(async () => {
    for (const target of targets) await buildImage(target);
    process.stdout.write(`Megabytes: ${JSON.stringify(sizesOfImages())}\n`);
  });

  afterAll(() => removeImages());

  it('check a head, and keep its code from what is the supervisor’s', async () => {
    const plane = await servedPlane(await plantPullRequest({ files, config }), { work: 'check' });
    const { code, stderr } = await startImage('engine', plane.environment).ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expectNothingReached(await plane.artifact('setup.log'));
    expect(await plane.runs.loadRun(plane.brief.runId)).toMatchObject({
      status: 'succeeded',
      summary: { findings: { new: 1, tolerated: 0 } },
    });
  });

  it('repair by a model, whose key stays in the gateway', async () => {
    const provider = await startFakeProvider(() => ({ usage: { input: 1_000_000, output: 0 } }));
    onTestFinished(() => provider.stop());
    const plane = await servedPlane(await plantPullRequest({ agent, files, config }), {
      work: 'ci',
    });
    const gateway = startImage('gateway', {
      ...plane.environment,
      RATCHETR_MODEL_KEYS: JSON.stringify({ 'anthropic-api-key': 'the-real-key' }),
      RATCHETR_MODELS_ORIGINS_ANTHROPIC: provider.origin,
    });
    const { code, stderr } = await startImage('agent', plane.environment).ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expectNothingReached(await plane.artifact('setup.log'));
    expect((await plane.result()).files).toEqual({ 'src/a.txt': 'one\ntwo\n' });
    expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['the-real-key']);
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
