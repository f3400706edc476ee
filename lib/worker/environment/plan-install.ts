import { ok, type Outcome } from '#base/outcome.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import {
  type CheckToPrepare,
  prepareCheck,
  type PreparedCheck,
} from '#check/prepare/prepare-check.ts';
import { planSetup } from '#check/rules/repository/setup.ts';
import type { SetupCommand } from '#check/rules/repository/setup-command.ts';

export interface PlannedInstall {
  /** As it is before anything is installed. */
  readonly prepared: PreparedCheck;
  /** What installs into the repository. */
  readonly inside: readonly SetupCommand[];
  /** What fetches into caches of toolchains. */
  readonly outside: readonly SetupCommand[];
}

/** Reads a checkout, and says what is to be installed for it. */
export async function planInstall(
  host: EngineHost,
  wanted: CheckToPrepare,
): Promise<Outcome<PlannedInstall>> {
  const preparing = await prepareAndWarn(host, wanted);
  if (preparing.kind === 'refused') return preparing;
  const prepared = preparing.value;
  const { facts, schedule, config } = prepared;
  const roots = schedule.entries.map(({ plan }) => plan.root);
  const commands = planSetup(facts, { roots, configured: config.setup });
  const [inside, outside] = [false, true].map((isOutside) =>
    commands.filter((one) => (one.outside ?? false) === isOutside),
  );
  return ok({ prepared, inside: inside ?? [], outside: outside ?? [] });
}

/** Prepares a check of the checkout, and tells what is to be known of it. */
export async function prepareAndWarn(
  host: EngineHost,
  wanted: CheckToPrepare,
): Promise<Outcome<PreparedCheck>> {
  const prepared = await prepareCheck(host, wanted);
  if (prepared.kind === 'refused') return prepared;
  for (const warning of prepared.value.warnings) host.tell(warning);
  return prepared;
}
