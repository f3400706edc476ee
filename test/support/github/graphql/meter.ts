import type { Token } from '../identity.ts';
import type { World } from '../world.ts';

/** The state of one hour's limit. */
export interface Points {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
}

export interface Meter {
  /** Takes points if there are enough; undefined if the limit is reached. */
  charge(token: Token, points: number): Points | undefined;
  read(token: Token): Points;
}

export interface GraphqlLimits {
  pointsPerHour: number;
  nodes: number;
}

const hourMs = 3_600_000;

/** Counts points for the installation or the user that a token belongs to. */
export function createMeter(world: World, limits: GraphqlLimits): Meter {
  const windows = new Map<string, { used: number; resetsAt: number }>();
  const windowOf = (token: Token) => {
    const owner =
      token.kind === 'user' ? `user ${token.user.id}` : `installation ${token.installation.id}`;
    const known = windows.get(owner);
    if (known && known.resetsAt > world.clock.now()) return known;
    const fresh = { used: 0, resetsAt: world.clock.now() + hourMs };
    windows.set(owner, fresh);
    return fresh;
  };
  const read = (token: Token): Points => {
    const { used, resetsAt } = windowOf(token);
    const limit = limits.pointsPerHour;
    return { limit, used, remaining: Math.max(0, limit - used), resetsAt };
  };
  return {
    read,
    charge: (token, points) => {
      const window = windowOf(token);
      if (window.used + points > limits.pointsPerHour) return undefined;
      window.used += points;
      return read(token);
    },
  };
}
