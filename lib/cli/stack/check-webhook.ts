import { randomUUID } from 'node:crypto';
import type { AppAdmin } from '#github/app-admin.ts';
import { sendPing } from '#github/ping.ts';
import type { Check } from '#ratchet/rules/operators/operator-methods.ts';
import { counted } from '#base/words.ts';
import { isPingTaken, type PingTools, proveWebhook } from './prove-webhook.ts';
import { passedCheck, runCheckSafely, wrongCheck } from './seen.ts';

interface Hook {
  readonly url: string;
  readonly appId: string;
  readonly secret: string;
}

/** Checks that the webhook accepts a signed ping once, and refuses an unsigned one. */
export async function checkWebhook(deps: PingTools, hook: Hook): Promise<readonly Check[]> {
  const id = randomUUID();
  const { ok, told } = await proveWebhook(deps, { ...hook, id });
  const signature = 'webhook signature';
  if (!ok) {
    const todo =
      'Run `ratchetr setup` for this stack again; if that does not help, read the log of the function webhook.';
    return [wrongCheck(signature, `A signed ping was answered: ${told}`, todo)];
  }
  return [
    passedCheck(signature, `A signed ping was answered: ${told}`),
    await runCheckSafely('webhook forgery', () => checkForgery(deps, hook)),
    await runCheckSafely('webhook repetition', () => checkRepetition(deps, { ...hook, id })),
  ];
}

async function checkForgery({ fetch = globalThis.fetch }: PingTools, hook: Hook): Promise<Check> {
  const name = 'webhook forgery';
  const { status, text } = await sendPing({ fetch }, { ...hook, secret: `${hook.secret}-forged` });
  const seen = `A forged ping was answered: ${status} ${text}`;
  if (status === 401) return passedCheck(name, seen);
  return wrongCheck(
    name,
    seen,
    'Deploy the stack again: it accepts webhooks that GitHub did not sign.',
  );
}

async function checkRepetition(
  { fetch = globalThis.fetch }: PingTools,
  hook: Hook & { readonly id: string },
): Promise<Check> {
  const name = 'webhook repetition';
  const again = await sendPing({ fetch }, hook);
  const seen = `The same ping again was answered: ${again.status} ${again.text}`;
  if (isPingTaken(again) && again.text === 'It was taken before.') return passedCheck(name, seen);
  return wrongCheck(name, seen, 'Read the log of the function webhook.');
}

const hourMs = 60 * 60_000;
const unsigned: ReadonlySet<number> = new Set([401, 403]);

/** Checks what GitHub could not deliver: only that shows whether it signs with the secret of the stack. */
export async function checkDeliveries(
  app: Pick<AppAdmin, 'failedDeliveries'>,
  now: number,
): Promise<Check> {
  const name = 'webhook deliveries';
  const failed = await app.failedDeliveries(now - hourMs);
  if (failed.length === 0) {
    return passedCheck(name, 'All that GitHub sent within the last hour arrived.');
  }
  const statuses = [...new Set(failed.map(({ status }) => status))].toSorted((a, b) => a - b);
  const told = `${counted(failed.length, 'webhook')} of the last hour did not arrive; GitHub was answered ${statuses.join(', ')}.`;
  const todo = statuses.some((status) => unsigned.has(status))
    ? 'GitHub signs with another secret than the stack knows, or as another App: run `ratchetr setup` for this stack.'
    : 'Read the log of the function webhook; webhooks that did not arrive are requested again every five minutes.';
  return wrongCheck(name, told, todo);
}
