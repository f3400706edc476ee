import { type AppAdmin, createAppAdmin } from '#github/app-admin.ts';
import { createGitHubClient } from '#github/client.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { CliContext } from '../context.ts';

export interface AppKey {
  readonly apiUrl: string;
  readonly appId: string;
  readonly privateKey: string;
}

/** Speaks to GitHub as the App itself, from this machine. */
export function openApp(
  { stderr }: Pick<CliContext, 'stderr'>,
  { apiUrl, appId, privateKey }: AppKey,
): AppAdmin {
  const clock = systemClock;
  const log = createTextLog({ clock, output: stderr }, { level: 'error' });
  const credentials = { kind: 'app', appId, privateKey } as const;
  const options = { apiUrl, credentials: () => Promise.resolve(credentials) };
  return createAppAdmin(createGitHubClient({ clock, log, metrics: unmeasured }, options));
}

const unmeasured: Metrics = { count() {}, duration() {}, gauge() {}, flush() {} };
