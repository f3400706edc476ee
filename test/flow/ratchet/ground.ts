import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Pull } from '../../support/github/model.ts';
import { type OwnGitHub, ownGitHub } from '../../support/own-github.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { actsOf } from './acts.ts';
import { byCi, type Ci } from './ci.ts';
import { startPlane, type StartedPlane } from './plane.ts';
import { startPlaneProgram, type PlaneProgram } from './program.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { frame } from './repository.ts';
import { type Kept, openStory } from './story.ts';

const secret = 'a secret of the webhook';

/** Files of a branch; null: without that file. */
type Files = Readonly<Record<string, string | null>>;

export interface GroundOptions {
  /** What the branch of the pull request does. */
  readonly files: Files;
  /** What the base branch has beside its settings. */
  readonly base?: Files;
  /** What the base branch does once the other has left it. */
  readonly meanwhile?: Files;
  /** Settings of the repository over those that are usual here. */
  readonly config?: object;
  /** How long CI may stay as it was after a push. */
  readonly staleCi?: string;
  /** Settings of whoever runs the ratchet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Every head gets a check of ours. */
  readonly checkHeads?: boolean;
  /** False: there are no checks but those of the test. */
  readonly ci?: Ci | false;
  /** Before anything is watched. */
  readonly before?: (own: OwnGitHub) => void;
  /** Login in whose fork the branch lies. */
  readonly fromFork?: string;
  readonly labels?: readonly string[];
  readonly workers?: number;
}

/** A repository at the double, and a folder in which a control plane may be started that watches it. */
export type Scene = Awaited<ReturnType<typeof ratchetScene>>;

/** Everything but a control plane and a pull request; all of it goes when the test ends. */
export async function ratchetScene(options: GroundOptions) {
  const [home, temporary, orders] = [await tempFolder(), await tempFolder(), await tempFolder()];
  const webhook = { url: 'http://127.0.0.1:1/webhook', secret };
  const own = await ownGitHub({ mergeabilityLagMs: 50, checksLagMs: 50, webhook });
  const { shop, app } = own;
  shop.repository.collaborators.set('ann', 'write');
  const files = { ...frame(orders, options.config), 'src/kept.txt': 'kept\n', ...options.base };
  shop.commit('main', files, { message: 'Begin' });
  options.before?.(own);
  const ci = byCi(own, options.ci ?? {});
  const log = recordingLog();
  const { workers = 2, staleCi = '30s' } = options;
  const waiting = {
    RATCHETR_TIMEOUTS_STALE_CI: staleCi,
    RATCHETR_POLICY_CHECK_HEADS: String(options.checkHeads ?? false),
  };
  const env = { ...environmentOf(own, { home, temporary }), ...waiting, ...options.env };
  const told = <Started extends { readonly url: string }>(started: Started): Started => {
    app.webhook = { url: `${started.url}/webhook`, secret };
    return started;
  };
  onTestFinished(() => rmSync(join(orders, 'wait'), { force: true }));
  return {
    own,
    shop,
    home,
    temporary,
    orders,
    ci,
    log,
    /** Starts a control plane in this process. */
    start: async (): Promise<StartedPlane> =>
      told(await startPlane(log, { home, env, workers, repository: 'octo/shop' })),
    /** Starts `ratchetr up` as a program of its own. */
    startProgram: async (): Promise<PlaneProgram> =>
      told(await startPlaneProgram({ home, env, repository: 'octo/shop' })),
    openPull: (head = 'feature') => openPull(own, { ...options, head }),
  };
}

/** A scene with a control plane and one pull request that is to be ratcheted. */
export type Ground = Awaited<ReturnType<typeof ratchetGround>>;

export async function ratchetGround(options: GroundOptions) {
  const scene = await ratchetScene(options);
  const plane = await scene.start();
  const pull = scene.openPull();
  return { ...watching(scene, pull), plane };
}

/** What a test does and sees once there is a pull request. */
export function watching(scene: Scene, pull: Pull) {
  return { ...scene, ...watched(scene, pull), log: scene.log };
}

/** The same of a control plane that keeps elsewhere what it knows. */
export type Watching = ReturnType<typeof watched>;

type Place = Parameters<typeof actsOf>[0] & Pick<Scene, 'ci'>;

export function watched(place: Place, pull: Pull, kept?: Kept) {
  const { ci, log, own, shop } = place;
  return { ci, log, own, shop, pull, ...actsOf(place, pull), ...openStory(place, pull, kept) };
}

function environmentOf(
  { app, privateKey, github }: OwnGitHub,
  { home, temporary }: { readonly home: string; readonly temporary: string },
): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: temporary,
    RATCHETR_GITHUB_APP_ID: String(app.id),
    RATCHETR_GITHUB_PRIVATE_KEY: privateKey,
    RATCHETR_GITHUB_API_URL: github.url,
    RATCHETR_WEBHOOK_SECRET: secret,
    // Times in which a test need not wait for anything.
    RATCHETR_TIMEOUTS_SETTLE: '1s',
  };
}

/** Has somebody propose the branch. */
export function openPull(
  { shop }: Pick<OwnGitHub, 'shop'>,
  {
    files,
    fromFork,
    meanwhile,
    labels = ['ratchet'],
    head,
  }: GroundOptions & { readonly head: string },
): Pull {
  const author = fromFork ?? 'ann';
  const branch = fromFork === undefined ? shop : shop.fork(fromFork);
  // The branch is named, or two of them in one second would be one commit, with one set of checks.
  branch.commit(head, files, { author, message: `Open the shop (${head})` });
  if (meanwhile !== undefined) shop.commit('main', meanwhile, { message: 'Meanwhile' });
  const where = fromFork === undefined ? {} : { fromFork, maintainerCanModify: false };
  const pull = shop.openPull({ head, title: 'Open the shop', author, ...where });
  for (const label of labels) shop.label(pull.number, label);
  return pull;
}
