import * as z from 'zod';
import type { Installation, Level, Permissions } from '../identity.ts';
import type { Delivery } from '../model.ts';
import { appShape, installationShape } from '../shapes/accounts.ts';
import { fullRepositoryShape } from '../shapes/repository.ts';
import { appOf } from './access.ts';
import { linkTo, listAnswer, numberOf } from './pages.ts';
import {
  type Answer,
  bodyOf,
  type Call,
  notFound,
  numberSegment,
  Refusal,
  type Route,
  segment,
} from './route.ts';

const LEVELS: readonly Level[] = ['read', 'write', 'admin'];

const narrowing = z.object({
  repositories: z.array(z.string()).max(500).optional(),
  repository_ids: z.array(z.int()).max(500).optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'admin'])).optional(),
});

export const appRoutes: readonly Route[] = [
  { method: 'GET', path: '/app', answer: showApp },
  { method: 'GET', path: '/app/installations', answer: listInstallations },
  { method: 'GET', path: '/app/installations/{installation_id}', answer: showInstallation },
  { method: 'GET', path: '/repos/{owner}/{repo}/installation', answer: findInstallation },
  {
    method: 'POST',
    path: '/app/installations/{installation_id}/access_tokens',
    answer: mintToken,
  },
  { method: 'DELETE', path: '/installation/token', answer: revokeToken },
  { method: 'GET', path: '/installation/repositories', answer: listRepositories },
  { method: 'GET', path: '/app/hook/deliveries', answer: listDeliveries },
  { method: 'POST', path: '/app/hook/deliveries/{delivery_id}/attempts', answer: redeliver },
];

function showApp(call: Call): Answer {
  const app = appOf(call);
  const count = installationsOf(call).length;
  return { status: 200, body: { ...appShape(call.site, app), installations_count: count } };
}

function listInstallations(call: Call): Answer {
  const now = call.world.now();
  return listAnswer(call, installationsOf(call), (found) =>
    installationShape(call.site, found, now),
  );
}

function showInstallation(call: Call): Answer {
  const body = installationShape(call.site, installationOf(call), call.world.now());
  return { status: 200, body };
}

function findInstallation(call: Call): Answer {
  const repository = call.world.find(`${segment(call, 'owner')}/${segment(call, 'repo')}`);
  const found =
    repository &&
    installationsOf(call).find((known) => reaches(known, repository.id, repository.owner.id));
  if (found === undefined) throw notFound();
  return { status: 200, body: installationShape(call.site, found, call.world.now()) };
}

function mintToken(call: Call): Answer {
  const installation = installationOf(call);
  if (installation.suspended) throw new Refusal(403, 'This installation has been suspended');
  const given = bodyOf(call, narrowing);
  const permissions = given.permissions ?? installation.permissions;
  refuseMorePermissions(installation, permissions);
  const repositories = narrowedRepositories(call, installation, given);
  const token = call.world.installationToken(installation, {
    permissions: { metadata: 'read', ...permissions },
    ...(repositories && { repositories: repositories.map(({ id }) => id) }),
  });
  const body = {
    token: token.token,
    expires_at: new Date(token.expiresAt).toISOString().replace(/\.\d+Z/, 'Z'),
    permissions: token.permissions,
    repository_selection: token.repositories === 'all' ? 'all' : 'selected',
  };
  return { status: 201, body };
}

function revokeToken(call: Call): Answer {
  const { token } = installationCaller(call);
  call.world.tokens.delete(token.token);
  return { status: 204 };
}

function listRepositories(call: Call): Answer {
  const { token } = installationCaller(call);
  const found = [...call.world.repositories.values()].filter(
    ({ id, owner }) =>
      reaches(token.installation, id, owner.id) &&
      (token.repositories === 'all' || token.repositories.has(id)),
  );
  const list = listAnswer(call, found, (repository) => fullRepositoryShape(call.site, repository));
  const selection = token.repositories === 'all' ? 'all' : 'selected';
  const body = {
    total_count: found.length,
    repository_selection: selection,
    repositories: list.body,
  };
  return { ...list, body };
}

/** Newest first, by cursors, as ids are beyond what pages could name. */
function listDeliveries(call: Call): Answer {
  const app = appOf(call);
  const status = call.query.get('status');
  const all = [...call.world.deliveries.values()].filter(
    (delivery) =>
      delivery.app === app &&
      (status === null ||
        (delivery.statusCode >= 200 && delivery.statusCode < 300) === (status === 'success')),
  );
  const newestFirst = all.toReversed();
  const size = Math.min(numberOf(call, 'per_page', 30), 100);
  const from = startOf(call, newestFirst);
  const items = newestFirst.slice(from, from + size);
  const next = newestFirst[from + size];
  return {
    status: 200,
    body: items.map((delivery) => deliveryShape(delivery)),
    headers: next ? { link: linkTo(call, 'next', { cursor: `v1_${next.id}` }) } : {},
  };
}

function startOf(call: Call, deliveries: readonly Delivery[]): number {
  const cursor = call.query.get('cursor');
  if (cursor === null) return 0;
  const index = deliveries.findIndex(({ id }) => cursor === `v1_${id}`);
  if (index < 0) throw new Refusal(422, 'Invalid cursor');
  return index;
}

async function redeliver(call: Call): Promise<Answer> {
  const app = appOf(call);
  const asked = segment(call, 'delivery_id');
  const delivery = /^\d+$/.test(asked) ? call.world.deliveries.get(BigInt(asked)) : undefined;
  if (delivery?.app !== app) throw notFound();
  call.world.background(call.redeliver(delivery));
  return { status: 202, body: {} };
}

function deliveryShape(delivery: Delivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action ?? null,
    installation_id: delivery.installation?.id ?? null,
    repository_id: delivery.repository?.id ?? null,
    throttled_at: null,
  };
}

function installationsOf(call: Call): readonly Installation[] {
  const app = appOf(call);
  return [...call.world.installations.values()].filter((known) => known.app === app);
}

function installationOf(call: Call): Installation {
  const id = numberSegment(call, 'installation_id');
  const found = installationsOf(call).find((known) => known.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function installationCaller(call: Call) {
  const { caller } = call;
  if (caller.kind === 'token' && caller.token.kind === 'installation') {
    return { token: caller.token };
  }
  throw new Refusal(
    403,
    'You must authenticate with an installation access token in order to do this.',
  );
}

function reaches(installation: Installation, repositoryId: number, ownerId: number): boolean {
  const { account, repositories } = installation;
  return account.id === ownerId && (repositories === 'all' || repositories.has(repositoryId));
}

/** A token may hold less than its installation, and never more. */
function refuseMorePermissions(installation: Installation, asked: Permissions): void {
  const held = installation.permissions;
  for (const [name, level] of Object.entries(asked)) {
    const most = name === 'metadata' ? 'read' : held[name];
    if (most === undefined || LEVELS.indexOf(level) > LEVELS.indexOf(most)) {
      throw new Refusal(422, 'The permissions requested are not granted to this installation.');
    }
  }
}

function narrowedRepositories(
  call: Call,
  installation: Installation,
  given: z.infer<typeof narrowing>,
) {
  if (given.repository_ids === undefined && given.repositories === undefined) return undefined;
  const wanted = new Set<number | string>([
    ...(given.repository_ids ?? []),
    ...(given.repositories ?? []),
  ]);
  const found = [...call.world.repositories.values()].filter(
    ({ id, name, owner }) =>
      (wanted.has(id) || wanted.has(name)) && reaches(installation, id, owner.id),
  );
  if (found.length === wanted.size) return found;
  throw new Refusal(
    422,
    'There is at least one repository that does not exist or is not accessible to the parent installation.',
  );
}
