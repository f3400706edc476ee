import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { systemClock } from '#platform/system/clock.ts';
import type { Clock } from '#base/needs/clock.ts';
import { type Counters, createCounters } from './counters.ts';
import { type Faults, noFaults } from './faults.ts';
import { createGraphql, type Graphql } from './graphql.ts';
import { createFrontDesk } from './front-desk.ts';
import { type Hands, handsOn } from './hands.ts';
import { createRestMeter, type Limits, usualLimits } from './limits.ts';
import type { RestReply } from './rest/door.ts';
import { createLogLinks } from './rest/log-links.ts';
import type { Site } from './shapes/site.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';
import { createWorld, type World } from './world.ts';
import type { NewRepository } from './plans.ts';

export interface GitHubOptions {
  /** Folder for the bare repositories; the caller's to remove. */
  readonly root: string;
  readonly clock?: Clock;
  /** Any free one if absent. */
  readonly port?: number;
  readonly mergeabilityLagMs?: number;
  readonly checksLagMs?: number;
  readonly limits?: Partial<Limits>;
  /** Told of every answer of the REST API. */
  readonly onAnswer?: (answer: RestReply) => void;
}

/** GitHub on loopback: REST at `url`, GraphQL at `url/graphql`, git at `url/OWNER/NAME.git`. */
export interface GitHub {
  readonly url: string;
  readonly world: World;
  /** Both may be changed at any time. */
  readonly faults: Faults;
  readonly limits: Limits;
  readonly counters: Counters;
  readonly webhooks: Webhooks;
  readonly graphql: Graphql;
  /** Takes a repository into people's hands, and makes it where it is not there yet. */
  repository(fullName: string, options?: NewRepository): Hands;
  close(): Promise<void>;
}

/** Starts a GitHub of its own, empty at first. */
export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const { root, clock = systemClock, port = 0 } = options;
  const { mergeabilityLagMs = 0, checksLagMs = 0 } = options;
  const world = createWorld({ root, clock, mergeabilityLagMs, checksLagMs });
  const limits: Limits = { ...usualLimits, ...options.limits };
  const server = createServer();
  const url = await listen(server, port);
  const site: Site = { url };
  const faults = noFaults();
  const counters = createCounters();
  const webhooks = createWebhooks({ world, site, limits, faults: faults.webhooks });
  const graphql = createGraphql(world, { webUrl: url });
  const logLinks = createLogLinks(world);
  const meter = createRestMeter(world, limits);
  const { onAnswer } = options;
  const parts = { world, limits, faults, counters, webhooks, graphql };
  const desk = createFrontDesk({ ...parts, site, logLinks, meter, onAnswer });
  server.on('request', (incoming, outgoing) => void desk.answer(incoming, outgoing));
  return {
    ...parts,
    url,
    repository: (fullName, given) => handsOn(world, fullName, given),
    close: async () => {
      webhooks.close();
      await close(server);
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) return `http://127.0.0.1:${address.port}`;
  throw new Error('GitHub has no port to listen on');
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
