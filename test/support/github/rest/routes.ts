import { accountRoutes } from './accounts.ts';
import { actionRoutes } from './actions.ts';
import { appSetupRoutes } from './app-setup.ts';
import { appRoutes } from './app.ts';
import { checkRoutes } from './checks.ts';
import { comparisonRoutes } from './comparisons.ts';
import { gitDataRoutes } from './git-data.ts';
import { issueRoutes } from './issues.ts';
import { pullRoutes } from './pulls.ts';
import { refRoutes } from './refs.ts';
import { repositoryFamily } from './repositories.ts';
import type { Route } from './route.ts';
import { statusRoutes } from './statuses.ts';

/** All of GitHub's REST API that is served here. */
export const routes: readonly Route[] = [
  ...appRoutes,
  ...appSetupRoutes,
  ...accountRoutes,
  ...repositoryFamily,
  ...comparisonRoutes,
  ...gitDataRoutes,
  ...refRoutes,
  ...pullRoutes,
  ...checkRoutes,
  ...statusRoutes,
  ...issueRoutes,
  ...actionRoutes,
];

export interface Match {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** The route that serves a request; undefined: GitHub has no such address for us. */
export function findRoute(method: string, pathname: string): Match | undefined {
  for (const { route, pattern } of patterns) {
    if (route.method !== method) continue;
    const found = pattern.exec(pathname);
    if (found !== null) return { route, path: decoded(found.groups ?? {}) };
  }
  return undefined;
}

/** These may hold slashes. */
const WIDE = new Set(['path', 'ref', 'branch', 'basehead']);

// Those with the most literal words first, so that `{ref}` does not swallow what follows it.
const patterns = routes
  .map((route) => ({ route, pattern: patternOf(route.path) }))
  .toSorted((one, other) => literals(other.route.path) - literals(one.route.path));

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    WIDE.has(name) ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`,
  );
  return new RegExp(`^${source}$`);
}

function literals(path: string): number {
  return path.split('/').filter((word) => !word.startsWith('{')).length;
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}
