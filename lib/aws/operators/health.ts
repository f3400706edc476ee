import { randomUUID } from 'node:crypto';
import { createTickStore } from '#store/dynamo/tick.ts';
import { artifactName } from '#model/artifact.ts';
import type { Check } from '#ratchet/rules/operators/operator-methods.ts';
import { type QueueName, queueNames } from '#config/queues.ts';
import { span } from '#base/moment.ts';
import { counted } from '#base/words.ts';
import { probeRun } from '#repair/rules/session/probe.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import { minuteMs } from '#base/durations.ts';
import type { createSecretsClient } from '../secrets.ts';
import { deadLettersOf, readDepth } from '../queue-depths.ts';
import { describeSecret } from '../secrets/describe.ts';
import type { createSqsClient } from '../sqs-queue.ts';
import { needed, queueUrl } from '../runtime/needed.ts';
import type { Control } from '../runtime/open-control.ts';

export interface HealthDeps {
  readonly control: Pick<Control, 'env' | 'clock' | 'table'>;
  readonly artifacts: Pick<Artifacts, 'put' | 'get'>;
  readonly sqs: ReturnType<typeof createSqsClient>;
  readonly secrets: ReturnType<typeof createSecretsClient>;
}

/** Looks at all that can be looked at from inside, and breaks off at nothing. */
export async function readHealth(deps: HealthDeps, probe: string): Promise<readonly Check[]> {
  return Promise.all([
    tried('tick', () => checkTick(deps)),
    ...queueNames.map((name) => tried(`queue ${name}`, () => checkQueue(deps, name))),
    tried('secret github', () => checkSecret(deps, 'githubSecret')),
    tried('secret models', () => checkSecret(deps, 'modelsSecret')),
    tried('secret broker', () => checkSecret(deps, 'brokerSecret')),
    tried('artifacts', () => checkArtifacts(deps, probe)),
  ]);
}

type Seen = Omit<Check, 'name'>;

async function tried(name: string, look: () => Promise<Seen>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const todo = 'Look whether the deployment is whole: `npx cdk diff`, then `npx cdk deploy`.';
    return { name, ok: false, told: what.slice(0, 500), todo };
  }
}

async function checkTick({ control: { table, clock } }: HealthDeps): Promise<Seen> {
  const last = await createTickStore(table).last();
  const age = last === undefined ? Infinity : Math.max(0, clock.now() - last);
  const told = last === undefined ? 'No tick was ever complete.' : `The last was ${span(age)} ago.`;
  if (age <= 3 * minuteMs) return fine(told);
  return wrong(told, 'Look at the log of the function tick and at its schedule in EventBridge.');
}

/** What lies for long is told by an alarm; here what is too much at once. */
const mostWaiting = 1_000;

async function checkQueue({ control: { env }, sqs }: HealthDeps, name: QueueName): Promise<Seen> {
  const url = queueUrl(env, name);
  const live = await readDepth(sqs, url);
  const dead = await readDepth(sqs, deadLettersOf(url));
  const buried = dead.waiting + dead.underWay;
  const told = `${counted(live.waiting, 'message')} waiting, ${live.underWay} under way, ${buried} dead.`;
  if (buried > 0) {
    const todo =
      'Find out from the log of its function why, then redrive or purge the queue of dead letters.';
    return wrong(told, todo);
  }
  if (live.waiting <= mostWaiting) return fine(told);
  return wrong(told, 'Look whether the function of this queue is throttled or fails.');
}

async function checkSecret(
  { control: { env, clock }, secrets }: HealthDeps,
  name: 'githubSecret' | 'modelsSecret' | 'brokerSecret',
): Promise<Seen> {
  const facts = await describeSecret(secrets, needed(env, name));
  if (facts === undefined) return wrong('There is none.', 'Deploy the stack anew.');
  if (facts.changedAt === undefined) {
    return wrong('It has no value.', 'Run `ratchetr setup` for this stack.');
  }
  return fine(`Changed ${span(Math.max(0, clock.now() - facts.changedAt))} ago.`);
}

async function checkArtifacts({ artifacts }: HealthDeps, probe: string): Promise<Seen> {
  const key = { runId: probeRun(probe), name: artifactName.parse(`doctor/${randomUUID()}`) };
  const text = `Written by ratchetr doctor as ${probe}.`;
  await artifacts.put(key, new TextEncoder().encode(text));
  const read = await artifacts.get(key);
  if (read !== undefined && new TextDecoder().decode(read) === text) {
    return fine('Written and read again.');
  }
  return wrong('What was written is not what was read.', 'Look who else writes to the bucket.');
}

function fine(told: string): Seen {
  return { ok: true, told, todo: null };
}

function wrong(told: string, todo: string): Seen {
  return { ok: false, told, todo };
}
