import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { byCi } from '../flow/ratchet/ci.ts';
import { ownGitHub } from '../support/own-github.ts';
import { strangersNodes, toolsFolder } from './nodes.ts';
import { type Stranger, welcomeStranger } from './stranger.ts';

const secret = 'a secret of the webhook';
const bad = 'export function open() {\n  let one = 1;\n  return one;\n}\n';
const good = bad.replace('let', 'const');

describe.each(strangersNodes)('`ratchetr up` of the package on Node %s', (version) => {
  let stranger: Stranger;

  beforeAll(async () => {
    stranger = await welcomeStranger(version, { tools: await toolsFolder() });
  });

  afterAll(() => stranger.leave());

  it('takes a pull request to green, shows it on its page, and stops when told to', async () => {
    const { shop, pull, env, app } = await plantPull(stranger);
    const up = ['node_modules/.bin/ratchetr', 'up', '--repo', 'octo/shop'];
    const program = stranger.start([...up, '--port', '0', '--poll', '1s'], env);
    const url = await program.match(/Ratchetr is up at (http:\S+)/);
    app.webhook = { url: `${url}/webhook`, secret };
    const isRepaired = () => shop.read('src/a.js', pull.headSha) === good;
    await vi.waitUntil(isRepaired, { timeout: 240_000, interval: 200 });
    const page = async () => /class="chip good">green</.test(await (await fetch(url)).text());
    await vi.waitUntil(page, { timeout: 240_000, interval: 200 });
    program.signal('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 130, signal: null });
    expect(stranger.wroteElsewhere()).toEqual([]);
  });
});

/** A pull request whose only check is red for what a tool repairs by itself. */
async function plantPull({ project }: Stranger) {
  const webhook = { url: 'http://127.0.0.1:1/webhook', secret };
  const own = await ownGitHub({ mergeabilityLagMs: 50, checksLagMs: 50, webhook });
  const { shop, app, github, privateKey } = own;
  shop.repository.collaborators.set('ann', 'write');
  const settings = {
    version: 1,
    engines: { oxlint: {} },
    agents: { order: ['autofix'] },
    setup: [{ run: ['ln', '-s', `${project}/node_modules`, 'node_modules'] }],
  };
  const base = {
    '.gitignore': 'node_modules\n',
    '.oxlintrc.json': JSON.stringify({ rules: { 'prefer-const': 'error' } }),
    'package.json': JSON.stringify({ name: 'shop', private: true, type: 'module' }),
    'ratchetr.yaml': JSON.stringify(settings),
  };
  shop.commit('main', base, { message: 'Begin' });
  byCi(own, {
    verdict: (sha) => (shop.read('src/a.js', sha) === good ? 'SUCCESS' : 'FAILURE'),
  });
  shop.commit('feature', { 'src/a.js': bad }, { author: 'ann', message: 'Open the shop' });
  const pull = shop.openPull({ head: 'feature', title: 'Open the shop', author: 'ann' });
  shop.label(pull.number, 'ratchet');
  const env = {
    RATCHETR_GITHUB_APP_ID: String(app.id),
    RATCHETR_GITHUB_PRIVATE_KEY: privateKey,
    RATCHETR_GITHUB_API_URL: github.url,
    RATCHETR_WEBHOOK_SECRET: secret,
    RATCHETR_TIMEOUTS_SETTLE: '1s',
    RATCHETR_POLICY_CHECK_HEADS: 'false',
  };
  return { shop, pull, app, env };
}
