import { randomUUID } from 'node:crypto';
import { createTickStore } from '#store/dynamo/tick.ts';
import { artifactName } from '#model/artifact.ts';
import type { Check } from '#ratchet/rules/operators/operator-methods.ts';
import { type QueueName, queueNames } from '#config/queues.ts';
import { span } from '#base/moment.ts';
import { counted } from '#base/words.ts';
import { probeRun } from '#repair/rules/session/probe.ts';
import type { ArtifactKeeper } from '#model/needs/artifacts.ts';
import { minuteMs } from '#base/durations.ts';
import type { createSecretsClient } from '../secrets.ts';
import { describeSecret } from '../secrets/describe.ts';
import type { createSqsClient } from '../sqs-queue.ts';
import { requireSetting, queueUrl } from '../runtime/needed.ts';
import type { Control } from '../runtime/open-control.ts';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface HealthServices {
  readonly control: Pick<Control, 'env' | 'clock' | 'table'>;
  readonly artifacts: ArtifactKeeper;
  readonly sqs: ReturnType<typeof createSqsClient>;
  readonly secrets: ReturnType<typeof createSecretsClient>;
}

/** Checks everything that can be checked from inside; one failure does not end the others. */
export async function readHealth(deps: HealthServices, probe: string): Promise<readonly Check[]> {
  return Promise.all([
    tryCheck('tick', () => checkTick(deps)),
    ...queueNames.map((name) => tryCheck(`queue ${name}`, () => checkQueue(deps, name))),
    tryCheck('secret github', () => checkSecret(deps, 'githubSecret')),
    tryCheck('secret models', () => checkSecret(deps, 'modelsSecret')),
    tryCheck('secret broker', () => checkSecret(deps, 'brokerSecret')),
    tryCheck('artifacts', () => checkArtifacts(deps, probe)),
  ]);
}

type Seen = Omit<Check, 'name'>;

async function tryCheck(name: string, look: () => Promise<Seen>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const todo = 'Check that the deployment is complete: `npx cdk diff`, then `npx cdk deploy`.';
    return { name, ok: false, told: what.slice(0, 500), todo };
  }
}

async function checkTick({ control: { table, clock } }: HealthServices): Promise<Seen> {
  const last = await createTickStore(table).last();
  const age = last === undefined ? Infinity : Math.max(0, clock.now() - last);
  const told = last === undefined ? 'No tick was ever complete.' : `The last was ${span(age)} ago.`;
  if (age <= 3 * minuteMs) return passCheck(told);
  return failCheck(told, 'Check the log of the function tick and its schedule in EventBridge.');
}

/** An alarm reports messages that wait for long; this check, too many at once. */
const mostWaiting = 1_000;

async function checkQueue(
  { control: { env }, sqs }: HealthServices,
  name: QueueName,
): Promise<Seen> {
  const url = queueUrl(env, name);
  const live = await readDepth(sqs, url);
  const dead = await readDepth(sqs, deadLetterUrl(url));
  const buried = dead.waiting + dead.underWay;
  const told = `${counted(live.waiting, 'message')} waiting, ${live.underWay} under way, ${buried} dead.`;
  if (buried > 0) {
    const todo =
      'Find out why from the log of its function, then redrive or purge the queue of dead letters.';
    return failCheck(told, todo);
  }
  if (live.waiting <= mostWaiting) return passCheck(told);
  return failCheck(told, 'Check whether the function of this queue is throttled or fails.');
}

async function checkSecret(
  { control: { env, clock }, secrets }: HealthServices,
  name: 'githubSecret' | 'modelsSecret' | 'brokerSecret',
): Promise<Seen> {
  const facts = await describeSecret(secrets, requireSetting(env, name));
  if (facts === undefined) return failCheck('There is none.', 'Deploy the stack again.');
  if (facts.changedAt === undefined) {
    return failCheck('It has no value.', 'Run `ratchetr setup` for this stack.');
  }
  return passCheck(`Changed ${span(Math.max(0, clock.now() - facts.changedAt))} ago.`);
}

async function checkArtifacts({ artifacts }: HealthServices, probe: string): Promise<Seen> {
  const key = { runId: probeRun(probe), name: artifactName.parse(`doctor/${randomUUID()}`) };
  const text = `Written by ratchetr doctor as ${probe}.`;
  await artifacts.put(key, new TextEncoder().encode(text));
  const read = await artifacts.get(key);
  if (read !== undefined && new TextDecoder().decode(read) === text) {
    return passCheck('Written and read again.');
  }
  return failCheck(
    'What was read is not what was written.',
    'Find out what else writes to the bucket.',
  );
}

function passCheck(told: string): Seen {
  return { ok: true, told, todo: null };
}

function failCheck(told: string, todo: string): Seen {
  return { ok: false, told, todo };
}

interface QueueDepth {
  /** Wait to be received. */
  readonly waiting: number;
  /** Received by a consumer that has not finished them. */
  readonly underWay: number;
}

/** How much a queue holds, as nearly as SQS knows. */
async function readDepth(client: SQSClient, url: string): Promise<QueueDepth> {
  const { Attributes: found = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return {
    waiting: Number(found['ApproximateNumberOfMessages'] ?? 0),
    underWay: Number(found['ApproximateNumberOfMessagesNotVisible'] ?? 0),
  };
}

/** The queue in which a deployment puts the dead letters of another, by its name. */
function deadLetterUrl(url: string): string {
  return url.endsWith('.fifo') ? `${url.slice(0, -'.fifo'.length)}-dead.fifo` : `${url}-dead`;
}
