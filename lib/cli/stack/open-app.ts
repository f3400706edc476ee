import { type AppAdmin, createAppAdmin } from '#github/app-admin.ts';
import { createGitHubClient } from '#github/client.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { CliContext } from '../context.ts';

export interface AppKey {
  readonly apiUrl: string;
  readonly appId: string;
  readonly privateKey: string;
}

/** Speaks to GitHub as the App itself, from this machine. */
export function openApp(
  { stderr, system: { clock, logTo } }: CliContext,
  { apiUrl, appId, privateKey }: AppKey,
): AppAdmin {
  const log = logTo(stderr, 'error');
  const credentials = { kind: 'app', appId, privateKey } as const;
  const options = { apiUrl, credentials: () => Promise.resolve(credentials) };
  return createAppAdmin(createGitHubClient({ clock, log, metrics: unmeasured }, options));
}

const unmeasured: Metrics = { count() {}, duration() {}, gauge() {}, flush() {} };
