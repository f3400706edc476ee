import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { appEvents, appPermissions } from '#ratchet/rules/ingest/app-manifest.ts';
import type { Hands } from '../support/github/hands.ts';
import type { App } from '../support/github/identity.ts';
import { mergeabilityOf } from '../support/github/mergeability.ts';
import type { Pull } from '../support/github/model.ts';
import { type GitHub, startGitHub } from '../support/github/server.ts';
import { startCi } from './ci.ts';
import { type ControlPlane, environmentOf, startControlPlane } from './control-plane.ts';
import { showResult } from './report.ts';
import { author, openReviewedPull, readStage, reviewer } from './sample.ts';
import { type KeptState, openState } from './state.ts';
import type { Timeline } from './timeline.ts';
import { gatherTools, linkingCommands, type Tools } from './tools.ts';
import { verify } from './verify.ts';
import { watchGitHub, watchUntilGreen } from './watch.ts';

export interface DemoPlan {
  /** Empty; the caller's to remove. */
  readonly folder: string;
  /** Of the page; 0: any free one. */
  readonly port: number;
  readonly timeline: Timeline;
  readonly signal: AbortSignal;
}

/** Plays the whole story; returns what is not as it should be at its end. */
export async function playDemo(plan: DemoPlan): Promise<readonly string[]> {
  const { folder, timeline, signal } = plan;
  timeline.say(
    'demo',
    'Gathers the tools of the sample; the first time, the Python tools are installed',
  );
  const tools = await gatherTools(folder);
  signal.throwIfAborted();
  sayTools(timeline, tools);
  const root = join(folder, 'github');
  await mkdir(root);
  const github = await startGitHub({ root, mergeabilityLagMs: 300, checksLagMs: 500 });
  const over = new AbortController();
  try {
    return await playOn(
      { ...plan, signal: AbortSignal.any([signal, over.signal]) },
      { github, tools },
    );
  } finally {
    over.abort();
    await github.close();
    // Checks that still ran were ended.
    await github.world.idle();
  }
}

function sayTools(timeline: Timeline, { python, without }: Tools): void {
  if (python !== undefined) return;
  timeline.say(
    'demo',
    'The Python tools could not be installed, so only the TypeScript half is shown.',
  );
  timeline.show(without ?? '');
}

interface Stage {
  readonly github: GitHub;
  readonly tools: Tools;
}

async function playOn(plan: DemoPlan, stage: Stage): Promise<readonly string[]> {
  const { timeline, signal } = plan;
  const { github } = stage;
  timeline.say('demo', `A double of GitHub listens at ${github.url}`);
  const collaborators = { [author]: 'write', [reviewer]: 'write' } as const;
  const shop = github.repository('acme/shop', { collaborators });
  const stopWatching = watchGitHub(github, timeline);
  try {
    const pull = await plantPull(plan, { ...stage, shop });
    const before = pull.headSha;
    const plane = await startRatchet(plan, { ...stage, shop });
    const state = openState(homeOf(plan), { githubUrl: github.url, pull });
    try {
      shop.label(pull.number, 'ratchet', author);
      const why = await watchUntilGreen({ state, plane, pull, timeline, signal });
      stopWatching();
      await showResult({ state, pull, timeline, signal });
      return why === undefined ? await verify({ ...plan, ...stage, pull, before }) : [why];
    } finally {
      await end(plane, state);
    }
  } finally {
    stopWatching();
  }
}

async function end(plane: ControlPlane, state: KeptState): Promise<void> {
  try {
    await plane.stop();
    await state.endWorkers();
  } finally {
    state.close();
  }
}

type Shop = Stage & { readonly shop: Hands };

/** A green base, a branch with much that is wrong, a review, and a base that moved on into a conflict. */
async function plantPull(
  { folder, timeline, signal }: DemoPlan,
  { shop, tools, github }: Shop,
): Promise<Pull> {
  const halves = { python: tools.python !== undefined };
  shop.commit('main', await readStage('base', halves), { message: 'Open the shop' });
  startCi({ shop, tools, timeline, folder, signal });
  const pull = openReviewedPull(shop, await readStage('feature', halves));
  await allChecked(github, signal);
  shop.commit('main', await readStage('main', halves), { message: 'Count the products' });
  // Somebody opens its page, so GitHub begins to find out whether it merges.
  await mergeabilityOf(github.world, pull);
  await allChecked(github, signal);
  return pull;
}

/** Checks are all the work that GitHub has of its own. */
async function allChecked({ world }: GitHub, signal: AbortSignal): Promise<void> {
  await world.idle();
  signal.throwIfAborted();
}

function homeOf({ folder }: DemoPlan): string {
  return join(folder, 'home');
}

async function startRatchet(plan: DemoPlan, { github, shop, tools }: Shop): Promise<ControlPlane> {
  const { folder, port, timeline, signal } = plan;
  const secret = randomUUID();
  const { app, key } = installApp(github, shop);
  const identity = { url: github.url, appId: app.id, key, secret };
  const setup = linkingCommands(tools);
  const plane = await startControlPlane({
    home: homeOf(plan),
    log: join(folder, 'up.log'),
    repository: 'acme/shop',
    port,
    signal,
    env: environmentOf({ github: identity, setup, agent: 'agent.mjs' }),
  });
  app.webhook = { url: `${plane.url}/webhook`, secret };
  timeline.say('ratchetr', `\`ratchetr up\` serves its page at ${plane.url}`);
  timeline.say(
    'demo',
    'Where a model would repair, a script does: test/demo/agent.mjs, which knows the sample',
  );
  return plane;
}

function installApp(github: GitHub, shop: Hands): { readonly app: App; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const app = github.world.app({
    slug: 'ratchetr',
    publicKey,
    permissions: appPermissions,
    events: appEvents,
  });
  github.world.install(app, { account: 'acme', repositories: [shop.repository] });
  return { app, key: privateKey };
}
