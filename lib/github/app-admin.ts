import * as z from 'zod';
import { appAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import { listFailedDeliveries, type RefusedDelivery } from './deliveries.ts';
import { withInstallationToken } from './installations.ts';
import { requireData } from './errors.ts';

interface AppIdentity {
  readonly id: string;
  readonly slug: string;
  /** Its page, from which it is installed. */
  readonly url: string;
}

interface RateBudget {
  /** Whose installation it is. */
  readonly account: string;
  readonly limit: number;
  readonly remaining: number;
}

/** What the App may do, and what one that it is installed for has accepted of it. */
interface HeldRights {
  readonly holder: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** Looks after the App itself rather than a repository. */
export interface AppAdmin {
  identity(): Promise<AppIdentity>;
  /** Of the App, and of each place it is installed in. */
  rights(): Promise<readonly HeldRights[]>;
  /** undefined: it has none. */
  webhookUrl(): Promise<string | undefined>;
  /** Signs with this secret from now on. */
  setWebhook(webhook: { readonly url: string; readonly secret: string }): Promise<void>;
  /** What each installation may still ask for in this hour. */
  budgets(): Promise<readonly RateBudget[]>;
  /** Webhooks that did not arrive since then, however often they were sent. */
  failedDeliveries(since: number): Promise<readonly RefusedDelivery[]>;
}

const rights = z.object({
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
});
const identity = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  slug: z.string(),
  html_url: z.string(),
  ...rights.shape,
});
const hook = z.object({ url: z.string().optional() });
const installations = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    account: z.object({ login: z.string() }).nullish(),
    suspended_at: z.string().nullish(),
    ...rights.shape,
  }),
);
const limits = z.object({ rate: z.object({ limit: z.number(), remaining: z.number() }) });

/** Speaks as the App of the credentials. */
export function createAppAdmin(client: GitHubClient): AppAdmin {
  const get = async (path: string, what: string): Promise<unknown> =>
    requireData(await client.rest({ method: 'GET', path }, appAccess), what);
  const readApp = async () => identity.parse(await get('/app', 'tell of the App'));
  const readInstallations = async () => {
    const path = '/app/installations?per_page=100';
    const found = installations.parse(await get(path, 'list installations'));
    return found
      .filter(({ suspended_at: suspended }) => typeof suspended !== 'string')
      .map(({ account, ...one }) => ({ ...one, account: account?.login ?? String(one.id) }));
  };
  return {
    identity: async () => {
      const { id, slug, html_url: url } = await readApp();
      return { id, slug, url };
    },
    rights: async () => {
      const { permissions, events } = await readApp();
      const places = (await readInstallations()).map(({ account, ...held }) => ({
        holder: `The installation of ${account}`,
        permissions: held.permissions,
        events: held.events,
      }));
      return [{ holder: 'The App', permissions, events }, ...places];
    },
    webhookUrl: async () => {
      const { url } = hook.parse(await get('/app/hook/config', 'tell of the webhook'));
      return url === '' ? undefined : url;
    },
    setWebhook: async ({ url, secret }) => {
      // A parameter of the name url would be taken for the address of the request.
      const parameters = { data: { url, secret, content_type: 'json', insecure_ssl: '0' } };
      const request = { method: 'PATCH', path: '/app/hook/config', parameters } as const;
      requireData(
        await client.rest({ ...request, repeatable: true }, appAccess),
        'change the webhook',
      );
    },
    budgets: async () =>
      Promise.all(
        (await readInstallations()).map(async ({ id, account }) => ({
          account,
          ...(await readBudget(client, id)),
        })),
      ),
    failedDeliveries: (since) => listFailedDeliveries(client, since),
  };
}

function readBudget(client: GitHubClient, id: number | string) {
  return withInstallationToken(client, id, async (access) => {
    const answer = await client.rest({ method: 'GET', path: '/rate_limit' }, access);
    return limits.parse(requireData(answer, 'tell of its limits')).rate;
  });
}
