import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDynamoRunStore } from '#store/dynamo/run-store.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { createS3Artifacts } from '#aws/s3-artifacts.ts';
import { type QueueName, queueNames, queues } from '#config/queues.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { afterAll, beforeEach, expect } from 'vitest';
import { type Cloud, startCloud } from '../../support/cloud/cloud.ts';
import { createLogOfAll, type LogOfAll } from '../../support/cloud/heard-log.ts';
import { connect } from '../../support/dynamo.ts';
import { type GitHub, startGitHub } from '../../support/github/server.ts';
import { motoStartMs } from '../../support/moto.ts';
import { orSkip } from '../../support/out-of-reach.ts';
import { type OwnGitHub, plantApp, watchAnswers } from '../../support/own-github.ts';
import { testS3Client } from '../../support/s3.ts';
import { peek } from '../../support/sqs-queues.ts';
import { processesOf } from '../fix/survivors.ts';
import { byCi } from '../ratchet/ci.ts';
import { type GroundOptions, openPull, watched, type Watching } from '../ratchet/ground.ts';
import { frame } from '../ratchet/repository.ts';

const secret = 'a secret of the webhook';
/** Many share two processors here, and each of their steps is a process. */
export const patienceMs = 900_000;

/** The cloud of a file of tests, and the GitHub that it serves. */
export interface Sky {
  readonly cloud: Cloud;
  readonly github: GitHub;
  readonly log: LogOfAll;
  readonly table: DynamoTable;
  /** A repository of its own with one pull request that is to be ratcheted. */
  readonly ground: (options: GroundOptions) => Promise<CloudGround>;
}

export type CloudGround = Watching & { readonly runs: RunStore };

/** One cloud for all tests of a file: the first of them starts it, and it ends with them. */
export function sharedSky(): () => Promise<Sky> {
  const endings: (() => Promise<void>)[] = [];
  let starting: Promise<Sky> | undefined;
  const start = (): Promise<Sky> => (starting ??= startSky((end) => void endings.push(end)));
  beforeEach(async (context) => {
    await orSkip(start(), context);
  }, motoStartMs);
  afterAll(async () => {
    await starting?.catch(() => undefined);
    for (const end of endings.toReversed()) await end();
  }, patienceMs);
  return start;
}

async function startSky(later: (end: () => Promise<void>) => void): Promise<Sky> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-cloud-'));
  later(() => rm(root, { recursive: true, force: true }));
  const [forge, deployed] = [join(root, 'forge'), join(root, 'deployed')];
  await Promise.all([mkdir(forge), mkdir(deployed)]);
  const { onAnswer, complaints } = watchAnswers();
  later(async () => expect(complaints).toEqual([]));
  const lags = { mergeabilityLagMs: 50, checksLagMs: 50 };
  const github = await startGitHub({ ...lags, onAnswer, root: forge });
  later(() => github.close());
  github.repository('octo/shop', { private: true });
  const planted = plantApp(github, { url: 'http://127.0.0.1:1/webhook', secret });
  const log = createLogOfAll();
  const cloud = await startCloud({
    root: deployed,
    props: { githubApiUrl: github.url, settings, workers: { most: 5 } },
    github: {
      'github-app-id': String(planted.app.id),
      'github-app-private-key': planted.privateKey,
      'github-app-login': 'ratchetr[bot]',
      'github-webhook-secret': secret,
    },
    minuteMs: 3_000,
    hear: log.hear,
  });
  later(() => cloud.stop());
  planted.app.webhook = { url: cloud.webhookUrl, secret };
  const table = { client: connect(cloud.aws), name: await cloud.find('AWS::DynamoDB::Table') };
  const sky = { cloud, github, log, table };
  let repositories = 0;
  const ground = async (options: GroundOptions): Promise<CloudGround> => {
    repositories += 1;
    const name = `shop-${repositories}`;
    const orders = join(root, `orders-of-${name}`);
    await mkdir(orders);
    return groundIn(sky, { ...planted, github }, { ...options, orders, name });
  };
  return { ...sky, ground };
}

/** Times in which a test need not wait for anything. */
const settings = { RATCHETR_TIMEOUTS_SETTLE: '1s' };

interface Place extends GroundOptions {
  readonly orders: string;
  readonly name: string;
}

async function groundIn(
  { cloud, log, table }: Omit<Sky, 'ground'>,
  planted: Omit<OwnGitHub, 'shop'>,
  options: Place,
): Promise<CloudGround> {
  const { orders, staleCi = '30s', checkHeads = false } = options;
  const shop = planted.github.repository(`octo/${options.name}`, {
    private: true,
    collaborators: { ann: 'write' },
  });
  const own = { ...planted, shop };
  options.before?.(own);
  const config = { timeouts: { staleCi }, policy: { checkHeads }, ...options.config };
  const files = {
    'README.md': '# Shop\n',
    ...frame(orders, config),
    'src/kept.txt': 'kept\n',
    ...options.base,
  };
  shop.commit('main', files, { message: 'Begin' });
  const repositoryId = String(shop.repository.id);
  const temporary = cloud.folderOf(repositoryId);
  const place = {
    own,
    shop,
    orders,
    home: temporary,
    temporary,
    ci: byCi(own, options.ci ?? {}),
    log: log.about(`:${repositoryId}:`),
  };
  const kept = {
    workspaces: createDynamoWorkspaceStore(table),
    dead: () => deadLetters(cloud, `:${repositoryId}:`),
    patienceMs,
    pauseMs: 1_000,
  };
  const pull = openPull(own, { ...options, head: 'feature' });
  return {
    ...watched(place, pull, kept),
    aliveFor: (runId) => processesOf(join(temporary, runId)),
    runs: await runsOf(cloud, table),
  };
}

/** What the functions keep of runs, as anybody may read it who has the rights. */
async function runsOf(cloud: Cloud, table: DynamoTable): Promise<RunStore> {
  const bucket = await cloud.find('AWS::S3::Bucket');
  const clock = systemClock;
  const artifacts = createS3Artifacts({ client: testS3Client(cloud.aws), bucket, clock });
  const claims = { leaseGraceMs: 0, sweepEveryMs: 1_000, random: () => 0 };
  return createDynamoRunStore({ table, clock, artifacts, ...claims });
}

/** The queue itself, or the one for its dead letters. */
export async function urlOf(
  cloud: Cloud,
  name: QueueName,
  which: '' | '-dead' = '',
): Promise<string> {
  return cloud.queueUrl(`${name}${which}${queues[name].isOrdered ? '.fifo' : ''}`);
}

/** Messages with this text that nobody could handle, with the name of their queue before each. */
export async function deadLetters(cloud: Cloud, about: string): Promise<readonly string[]> {
  const letters = queueNames.map(async (name) => {
    const found = await peek(cloud.clients.queues, await urlOf(cloud, name, '-dead'));
    return found.map(({ Body = '' }) => `${name}: ${Body}`);
  });
  return (await Promise.all(letters)).flat().filter((body) => body.includes(about));
}
