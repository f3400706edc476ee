import { toStackProblem } from '#aws/operators/problem.ts';
import type { AppAdmin } from '#github/app-admin.ts';
import { ForgeRefusal } from '#github/errors.ts';
import { rightsLacking } from '#ratchet/rules/ingest/app-manifest.ts';
import type { Check, OperatorResponse } from '#ratchet/rules/operators/operator-methods.ts';
import type { CliContext } from '../context.ts';
import { checkDeliveries, checkWebhook } from './check-webhook.ts';
import { openApp } from './open-app.ts';
import { passedCheck, runCheckSafely, wrongCheck } from './seen.ts';
import { openStackSecrets } from './stack-secrets.ts';

type About = OperatorResponse<'about'>;
type Members = Awaited<ReturnType<ReturnType<typeof openStackSecrets>['read']>>;

/** Checks the App, its webhook and its request budget, with the secrets that this person may read. */
export async function checkGitHub(context: CliContext, about: About): Promise<readonly Check[]> {
  let members: Members;
  try {
    members = await openStackSecrets().read(about.secrets.github);
  } catch (error) {
    const todo = `Run \`ratchetr setup\` for this stack if it has not been run, and make sure that you may read the secret ${about.secrets.github}.`;
    const problem = toStackProblem(error);
    return [wrongCheck('App', problem instanceof Error ? problem.message : String(problem), todo)];
  }
  const {
    'github-app-id': appId,
    'github-app-private-key': privateKey,
    'github-webhook-secret': secret,
  } = members;
  if (appId === undefined || privateKey === undefined || secret === undefined) {
    return [wrongCheck('App', 'The stack has none.', 'Run `ratchetr setup` for this stack.')];
  }
  const app = openApp(context, { apiUrl: about.githubApiUrl, appId, privateKey });
  return [
    ...(await checkApp(app, { about, appId, now: context.system.clock.now() })),
    ...(await checkWebhook(context.system, { url: about.webhookUrl, appId, secret })),
  ];
}

interface AppFacts {
  readonly about: About;
  readonly appId: string;
  readonly now: number;
}

/** Where GitHub does not know the App, the other checks would fail too. */
async function checkApp(app: AppAdmin, { about, appId, now }: AppFacts): Promise<readonly Check[]> {
  const known = await runCheckSafely('App', () => checkIdentity(app, appId), todoForApp);
  if (!known.ok) return [known];
  return [
    known,
    await runCheckSafely('App rights', () => checkRights(app)),
    await runCheckSafely('webhook address', () => checkAddress(app, about.webhookUrl)),
    await runCheckSafely('webhook deliveries', () => checkDeliveries(app, now)),
    await runCheckSafely('GitHub budget', () => checkBudgets(app), todoForBudget),
  ];
}

async function checkIdentity(app: AppAdmin, appId: string): Promise<Check> {
  const { slug } = await app.identity();
  return passedCheck('App', `It is ${slug} (${appId}).`);
}

function todoForApp(error: unknown): string {
  if (!(error instanceof ForgeRefusal)) {
    return 'Check whether GitHub can be reached from here.';
  }
  return error.status === 404
    ? 'It was deleted at GitHub: run `ratchetr setup` for this stack, which makes a new one.'
    : 'Make a new private key on its page at GitHub, and run `ratchetr setup --use-existing` with it.';
}

async function checkRights(app: AppAdmin): Promise<Check> {
  const name = 'App rights';
  const holders = await app.rights();
  const lacks = holders.flatMap(({ holder, ...rights }) => {
    const lacking = rightsLacking(rights);
    return lacking.length === 0 ? [] : [`${holder} lacks ${lacking.join(', ')}`];
  });
  if (lacks.length === 0)
    return passedCheck(name, 'It has all permissions and events that it needs.');
  const todo =
    'Give the App what it lacks on its page at GitHub, "Permissions & events"; then have it accepted wherever it is installed.';
  return wrongCheck(name, `${lacks.join('; ')}.`, todo);
}

async function checkAddress(app: AppAdmin, wanted: string): Promise<Check> {
  const name = 'webhook address';
  const url = await app.webhookUrl();
  const told = `GitHub sends to ${url ?? 'nowhere'}.`;
  if (url === wanted) return passedCheck(name, told);
  return wrongCheck(name, told, `It must be ${wanted}: run \`ratchetr setup\`.`);
}

async function checkBudgets(app: AppAdmin): Promise<Check> {
  const name = 'GitHub budget';
  const budgets = await app.budgets();
  if (budgets.length === 0) {
    return wrongCheck(name, 'The App is installed nowhere.', 'Install it from its page at GitHub.');
  }
  const told = budgets
    .map(({ account, remaining, limit }) => `${account}: ${remaining} of ${limit} requests left`)
    .join(', ');
  const isLow = budgets.some(({ remaining, limit }) => remaining < limit / 10);
  if (!isLow) return passedCheck(name, `${told}.`);
  return wrongCheck(name, `${told}.`, todoForBudget());
}

function todoForBudget(): string {
  return 'Wait for the next hour; find out what makes so many requests.';
}
