import type { Outcome } from '#base/outcome.ts';
import { ingestWebhook } from '#ratchet/ingest-webhook.ts';
import { readDetail, readOverview } from '#ratchet/overview/read-overview.ts';
import type { Plane } from './plane.ts';
import { type ListenAddress, type Served, startServer } from '../page/server.ts';
import { localInstallation, type NamedRepository } from './wanted.ts';

/** Serves the page and takes webhooks. */
export async function servePlane(
  plane: Plane,
  { host, port }: ListenAddress,
  /** The watched repositories, as far as they are known. */
  repositories: readonly NamedRepository[],
): Promise<Outcome<Served, 'cannot-listen'>> {
  const { appId, client } = plane;
  const [first] = repositories;
  const identity = first && (await client.identity(first));
  // The account of a plain token is a person's, whose own events count.
  const login = identity?.kind === 'app' ? identity.login : undefined;
  const receiver = { host: client.server.host, appId, login, installationId: localInstallation };
  const hash = (text: string): string => plane.hash.hex(text);
  const deps = { ...plane, hash, receiver };
  return startServer({
    host,
    port,
    log: plane.log,
    shown: {
      overview: () => readOverview(plane),
      detail: (id) => readDetail(plane, id),
    },
    webhook: (webhook) => ingestWebhook(deps, webhook),
  });
}
