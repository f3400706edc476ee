import type { Outcome } from '#base/outcome.ts';
import type { InstallationId } from '#model/ids.ts';
import { ingestWebhook } from '#ratchet/ingest-webhook.ts';
import { readDetail, readOverview } from '#ratchet/overview/read-overview.ts';
import type { Plane } from './plane.ts';
import { type Served, startServer } from '../page/server.ts';
import type { NamedRepository, UpSettings } from './wanted.ts';

/** Serves the page and takes webhooks. */
export async function servePlane(
  plane: Plane,
  {
    host,
    port,
    installationId,
    repositories,
  }: Pick<UpSettings, 'host' | 'port'> & {
    readonly installationId: InstallationId;
    /** Those that are watched as far as they are known. */
    readonly repositories: readonly NamedRepository[];
  },
): Promise<Outcome<Served, 'cannot-listen'>> {
  const { appId, client } = plane;
  const [first] = repositories;
  const identity = first && (await client.identity(first));
  // The account of a plain token is a person's, whose own events count.
  const login = identity?.kind === 'app' ? identity.login : undefined;
  const receiver = { host: client.server.host, appId, login, installationId };
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
