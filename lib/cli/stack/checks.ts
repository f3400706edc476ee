import { randomUUID } from 'node:crypto';
import type { CallStack } from '#adapters/aws/operators/call.ts';
import { sendPing } from '#adapters/github/ping.ts';
import { systemClock } from '#adapters/system/clock.ts';
import { stackVerbs, type Check, type StackToldOf } from '#domain/operators/stack-verbs.ts';
import type { Clock } from '#ports/clock.ts';
import type { CliContext } from '../context.ts';
import { openApp } from './open-app.ts';
import { isTaken, proveWebhook, reasonOf } from './prove-webhook.ts';
import { openStackSecrets } from './stack-secrets.ts';

type About = StackToldOf<'about'>;

/** Names what a doctor leaves behind; the same one is launched once. */
export function newProbe(): string {
  return `doctor-${randomUUID()}`;
}

/** Looks at the App, its webhook and what GitHub lets it ask, with its secrets as this person may read them. */
export async function checkGitHub(
  context: Pick<CliContext, 'stderr'>,
  about: About,
): Promise<readonly Check[]> {
  const members = await openStackSecrets().read(about.secrets.github);
  const {
    'github-app-id': appId,
    'github-app-private-key': privateKey,
    'github-webhook-secret': secret,
  } = members;
  if (appId === undefined || privateKey === undefined || secret === undefined) {
    return [wrong('App', 'The stack has none.', 'Run `ratchetr setup` for this stack.')];
  }
  const app = openApp(context, { apiUrl: about.githubApiUrl, appId, privateKey });
  return [
    await tried('App', async () => {
      const { slug } = await app.identity();
      return fine('App', `It is ${slug} (${appId}).`);
    }),
    await tried('webhook address', async () => {
      const url = await app.webhookUrl();
      const told = `GitHub sends to ${url ?? 'nowhere'}.`;
      if (url === about.webhookUrl) return fine('webhook address', told);
      return wrong(
        'webhook address',
        told,
        `It must be ${about.webhookUrl}: run \`ratchetr setup\`.`,
      );
    }),
    await tried('GitHub budget', async () => {
      const budgets = await app.budgets();
      return checkBudgets(budgets);
    }),
    ...(await checkWebhook({ url: about.webhookUrl, appId, secret })),
  ];
}

type Budgets = Awaited<ReturnType<ReturnType<typeof openApp>['budgets']>>;

function checkBudgets(budgets: Budgets): Check {
  const name = 'GitHub budget';
  if (budgets.length === 0) {
    return wrong(name, 'The App is installed nowhere.', 'Install it from its page at GitHub.');
  }
  const told = budgets
    .map(({ account, remaining, limit }) => `${account}: ${remaining} of ${limit} requests left`)
    .join(', ');
  const isLow = budgets.some(({ remaining, limit }) => remaining < limit / 10);
  if (!isLow) return fine(name, `${told}.`);
  return wrong(name, `${told}.`, 'Wait for the next hour; find out who asks so much.');
}

interface Hook {
  readonly url: string;
  readonly appId: string;
  readonly secret: string;
}

/** What is signed is taken, once; what is not is refused. */
async function checkWebhook(hook: Hook): Promise<readonly Check[]> {
  const id = randomUUID();
  const { ok, told } = await proveWebhook({ clock: systemClock }, { ...hook, id });
  const signature = 'webhook signature';
  if (!ok) {
    const todo =
      'Run `ratchetr setup` for this stack again; if that does not help, look at the log of the function webhook.';
    return [wrong(signature, `A signed ping was answered: ${told}`, todo)];
  }
  return [
    fine(signature, `A signed ping was answered: ${told}`),
    await tried('webhook forgery', async () => {
      const forged = await sendPing({ fetch }, { ...hook, secret: `${hook.secret}-forged` });
      const seen = `A forged ping was answered: ${forged.status} ${forged.text}`;
      if (forged.status === 401) return fine('webhook forgery', seen);
      return wrong(
        'webhook forgery',
        seen,
        'Deploy the stack anew: it takes what is not GitHub\u2019s.',
      );
    }),
    await tried('webhook repetition', async () => {
      const again = await sendPing({ fetch }, { ...hook, id });
      const seen = `The same ping again was answered: ${again.status} ${again.text}`;
      if (isTaken(again) && again.text === 'It was taken before.') {
        return fine('webhook repetition', seen);
      }
      return wrong('webhook repetition', seen, 'Look at the log of the function webhook.');
    }),
  ];
}

export interface WorkerCheckDeps {
  readonly call: CallStack;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
}

const longestStart = 5 * 60_000;
const pauseMs = 5_000;

/** Launches a worker that only says hello to the broker, and waits for its end. */
export async function checkWorker(deps: WorkerCheckDeps, probe: string): Promise<Check> {
  const name = 'worker';
  const { call, clock, signal } = deps;
  const launched = await call(stackVerbs.launchProbe, { probe });
  if (launched.kind !== 'launched') {
    const todo =
      launched.kind === 'later'
        ? 'Try again later; where it stays so, ask AWS for more capacity of Fargate.'
        : 'Deploy the stack anew, and look whether its images were pushed.';
    return wrong(name, launched.reason, todo);
  }
  const begun = clock.now();
  while (clock.now() - begun < longestStart && !signal.aborted) {
    const state = await call(stackVerbs.worker, { taskRef: launched.taskRef });
    if (state.kind === 'stopped') return judgeEnd(name, state, clock.now() - begun);
    await clock.sleep(pauseMs, signal);
  }
  const todo = `Look at the task ${launched.taskRef} in ECS: whether its image can be pulled and its subnets reach the internet.`;
  return wrong(name, 'It did not come to its end within five minutes.', todo);
}

function judgeEnd(
  name: string,
  { exitCode, reason }: { readonly exitCode?: number; readonly reason: string },
  tookMs: number,
): Check {
  const took = `${Math.round(tookMs / 1_000)} s`;
  if (exitCode === 0) return fine(name, `It started, reached the broker and ended within ${took}.`);
  const code = exitCode === undefined ? 'without an exit code' : `with exit code ${exitCode}`;
  const todo = 'Its log is in the log group worker-engine of the stack.';
  return wrong(name, `It ended ${code}: ${reason}`, todo);
}

/** What cannot be looked at is wrong as well. */
export async function tried(name: string, look: () => Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return wrong(name, reasonOf(error), 'Look at what it says; run this again when it is mended.');
  }
}

function fine(name: string, told: string): Check {
  return { name, ok: true, told, todo: null };
}

function wrong(name: string, told: string, todo: string): Check {
  return { name, ok: false, told, todo };
}
