import type { Token } from './identity.ts';
import type { World } from './world.ts';

/** Sizes that real GitHub has, smaller where a test wants to reach them. */
export interface Limits {
  /** REST requests of one token's owner in an hour. */
  restPerHour: number;
  /** Entries of a tree before it is cut. */
  treeEntries: number;
  /** How long the address of a log is good for. */
  logLinkMs: number;
  /** How long after it was accepted a branch is updated. */
  branchUpdateMs: number;
  /** A webhook must be answered by then. */
  webhookTimeoutMs: number;
}

export const usualLimits: Limits = {
  restPerHour: 5000,
  treeEntries: 100_000,
  logLinkMs: 60_000,
  branchUpdateMs: 20,
  webhookTimeoutMs: 10_000,
};

const HOUR_MS = 3_600_000;

/** What is left of the REST limit in the running hour. */
export interface RestWindow {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

export interface RestMeter {
  /** Counts one request, or none, and says what is left. */
  read(token: Token, requests?: number): RestWindow;
}

/** Counts REST requests for the installation or the user that a token belongs to. */
export function createRestMeter(world: World, limits: Limits): RestMeter {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    read(token, requests = 0) {
      const now = world.clock.now();
      const owner = ownerOf(token);
      const running = windows.get(owner);
      const fresh = running === undefined || running.endsAt <= now;
      const window = fresh ? { endsAt: now + HOUR_MS, used: 0 } : running;
      windows.set(owner, window);
      window.used = Math.min(window.used + requests, limits.restPerHour + 1);
      const remaining = Math.max(0, limits.restPerHour - window.used);
      const reset = Math.ceil(window.endsAt / 1000);
      return { limit: limits.restPerHour, used: window.used, remaining, reset };
    },
  };
}

function ownerOf(token: Token): string {
  return token.kind === 'user' ? `user ${token.user.id}` : `installation ${token.installation.id}`;
}
