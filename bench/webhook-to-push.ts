import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ControlPlane, startControlPlane } from '../test/demo/control-plane.ts';
import type { App } from '../test/support/github/identity.ts';
import type { Hands } from '../test/support/github/hands.ts';
import { type GitHub, startGitHub } from '../test/support/github/server.ts';
import { installOwnApp, privateKey } from './own-app.ts';
import { settings } from './session.ts';
import { printTable } from './table.ts';

const rounds = 5;
const mostSeconds = 3;
const secret = 'a secret of the webhook';

/**
 * From the webhook of a failing check to the pushed commit: `ratchetr up` with its workers, against the double of GitHub.
 * The engine and the agent are shell commands of some milliseconds, so their time is not taken off.
 */
export async function benchWebhookToPush(): Promise<void> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'ratchetr-bench-')));
  const github = await startGitHub({ root: join(root, 'github') });
  const over = new AbortController();
  let plane: ControlPlane | undefined;
  try {
    const shop = plant(github);
    const app = installOwnApp(github, 'acme');
    plane = await startControlPlane({
      home: join(root, 'home'),
      log: join(root, 'log'),
      repository: 'acme/shop',
      port: 0,
      env: environmentOf(github, app),
      signal: over.signal,
    });
    app.webhook = { url: `${plane.url}/webhook`, secret };
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      seconds.push(await repairOne(shop, `branch-${round}`));
    }
    show(seconds.toSorted((a, b) => a - b));
  } finally {
    over.abort();
    await plane?.stop();
    await github.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

function show(seconds: readonly number[]): void {
  const middle = seconds[Math.floor(seconds.length / 2)] ?? NaN;
  const slowest = seconds.at(-1) ?? NaN;
  printTable(
    'From the webhook of a failing check to the pushed commit: seconds',
    ['pull requests', 'median', 'slowest', 'at most', 'within'],
    [
      [
        String(seconds.length),
        middle.toFixed(2),
        slowest.toFixed(2),
        String(mostSeconds),
        middle <= mostSeconds ? 'yes' : 'NO',
      ],
    ],
  );
}

function plant(github: GitHub): Hands {
  const shop = github.repository('acme/shop');
  const config = JSON.stringify({ ...settings, policy: { checkHeads: false } });
  shop.commit('main', { 'ratchetr.yaml': config, 'src/a.txt': 'one\n' });
  return shop;
}

function environmentOf({ url }: GitHub, { id }: Pick<App, 'id'>): Readonly<Record<string, string>> {
  return {
    RATCHETR_GITHUB_API_URL: url,
    RATCHETR_GITHUB_APP_ID: String(id),
    RATCHETR_GITHUB_PRIVATE_KEY: privateKey,
    RATCHETR_WEBHOOK_SECRET: secret,
  };
}

/** Seconds between the end of a check of a new pull request and the commit that repairs it. */
async function repairOne(shop: Hands, head: string): Promise<number> {
  const sha = shop.commit(head, { [`src/${head}.txt`]: 'BAD\n' });
  const pull = shop.openPull({ head, title: `Add ${head}` });
  shop.label(pull.number, 'ratchet');
  const check = shop.startCheck({ sha, name: 'words' });
  // Until what the opening woke is over.
  await pause(3_000);
  const pushed = new Promise<number>((resolve) => {
    shop.onHead(({ ref }) => {
      if (ref === `refs/heads/${head}`) resolve(performance.now());
    });
  });
  const begun = performance.now();
  shop.completeCheck(check, { conclusion: 'FAILURE', log: 'a word is wrong\n' });
  const seconds = ((await within(pushed)) - begun) / 1_000;
  const text = shop.read(`src/${head}.txt`, head);
  if (text !== 'good\n') throw new Error(`It was not repaired: ${text}`);
  return seconds;
}

const patienceMs = 60_000;

async function within(pushed: Promise<number>): Promise<number> {
  const late = pause(patienceMs, undefined, { ref: false });
  const at = await Promise.race([pushed, late]);
  if (at === undefined) throw new Error(`Nothing was pushed in ${patienceMs / 1_000} s`);
  return at;
}
