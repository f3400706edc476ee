import type { RatchetSettings } from '#model/look-facts.ts';
import type { Observation } from '#model/observation.ts';
import type { LiveRun } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { headOf } from '#repair/rules/session/worker.ts';
import { plainFacts } from '../rules/observation/observe.ts';
import { describePause, whyNotLaunched } from '../rules/decision/table/launch-obstacles.ts';
import { isEnabled, type SwitchFacts } from '../rules/decision/switch.ts';
import { withSpokenVouching } from '../rules/decision/vouch.ts';
import { readRepositorySettings } from '../read-settings.ts';
import { readVouching } from '../read-vouching.ts';
import type { DispatchDeps } from './deps.ts';

/** What the launch was decided for may have changed since: why it must not happen any more, in one sentence. */
export async function whyNoLaunch(
  deps: DispatchDeps,
  state: WorkspaceState,
  target: LiveRun,
): Promise<string | undefined> {
  const { observation, pullRequest, switched } = state;
  if (observation === undefined) return 'Nothing is known about the pull request any more.';
  const read = await readRepositorySettings(deps, pullRequest, observation.baseSha);
  if (read.kind === 'broken') return `ratchetr.yaml cannot be used: ${read.problem}`;
  const seen = await readCurrentFacts(deps, state, observation);
  if (seen === undefined) return 'The pull request is gone.';
  const { ratchet: settings } = read;
  const switchedTo = switched?.to ?? null;
  const outdated = whyOutdated(target, { ...seen, switchedTo }, settings);
  // A worker that may have been launched already is looked for all the same, and the next look stops it.
  if (outdated !== undefined)
    return target.phase === 'reserved' ? outdated : whyPaused(deps, state);
  const paused = (await deps.installations.pauseOf(state.installationId))?.by ?? null;
  const vouching = withSpokenVouching(
    await readVouching(deps.forge, state, { seen, settings }),
    state,
  );
  const kind = target.kind === 'check' ? 'check' : 'fixup';
  const facts = { ...seen, switchedTo, paused, vouching };
  return whyNotLaunched(kind, { facts, settings });
}

/** Why what it was to do is not asked for any more. */
function whyOutdated(
  target: LiveRun,
  { state, headSha, labels, switchedTo }: Seen & SwitchFacts,
  settings: RatchetSettings,
): string | undefined {
  if (state !== 'open') return 'The pull request is over.';
  if (headSha !== headOf(target)) return 'The branch moved before the worker was launched.';
  if (isEnabled({ labels, switchedTo }, settings)) return undefined;
  return 'The ratchet was switched off before the worker was launched.';
}

/** Why nothing is launched while everything is paused; undefined: nothing is. */
export async function whyPaused(
  { installations }: DispatchDeps,
  { installationId }: WorkspaceState,
): Promise<string | undefined> {
  const pause = await installations.pauseOf(installationId);
  return pause && describePause(pause.by);
}

/** The newest look may be older than a label or a push. Where nothing moved since, a short reading says so. */
async function readCurrentFacts(
  { forge }: DispatchDeps,
  { pullRequest, light }: WorkspaceState,
  known: Observation,
): Promise<Seen | undefined> {
  const [reading] = await forge.look(pullRequest, [{ pullRequest, light }]);
  switch (reading?.kind) {
    case 'seen':
      return { ...plainFacts(reading.facts), headSeenAt: known.headSeenAt };
    case 'same':
      return known;
    case 'gone':
      return undefined;
    case 'later':
    case undefined:
      throw new Error(`Whether it may still be launched cannot be read: ${reading?.reason ?? ''}`);
  }
}

type Seen = ReturnType<typeof plainFacts> & Pick<Observation, 'headSeenAt'>;
