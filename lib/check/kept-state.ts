import type { Sha256 } from '#model/ids.ts';
import { mayMislead, noteFiles, type StampedFile } from './rules/outcome/kept-files.ts';
import { serializePlan } from './rules/scope/same-plan.ts';
import type { ContentSnapshot } from './needs/contents.ts';
import type { TakenState, ToolState } from './needs/tool-state.ts';
import { describeInstallation, type InstallationReader, readScopeOf } from './cached-runs.ts';
import type { EngineExecution } from './execute-engine.ts';
import { fixedEnvFor, type ReadyEngine, runsTests } from './run-tool.ts';

/** Raised when what engines keep is laid out otherwise than before. */
const stateVersion = 1;

/** What a tool kept, taken for one run. */
export interface StateOfRun {
  readonly taken: TakenState;
  readonly files: readonly StampedFile[];
  /** There is something that the run may rely on. */
  readonly warm: boolean;
}

/** Takes what the tool kept of earlier runs on this repository; undefined: it keeps nothing, or nothing that can be relied on. */
export async function takeState(
  deps: InstallationReader & { readonly toolState: ToolState },
  ready: ReadyEngine,
  snapshot: ContentSnapshot,
): Promise<StateOfRun | undefined> {
  const key = await stateKey(deps, ready, snapshot);
  const { reads } = ready.engine;
  if (key === undefined || reads === 'anything') return undefined;
  const files = await snapshot.files(readScopeOf(ready, reads));
  if (files === undefined) return undefined;
  const taken = await deps.toolState.take(key);
  if (taken === undefined) return undefined;
  const { note } = taken;
  if (note === undefined || !mayMislead(note, files)) {
    return { taken, files, warm: note !== undefined };
  }
  await taken.drop();
  const empty = await deps.toolState.take(key);
  return empty === undefined ? undefined : { taken: empty, files, warm: false };
}

/** Gives it back, where the run is one to build on: it ended by itself, and nothing was edited meanwhile. */
export async function returnState(
  { taken, files }: StateOfRun,
  { outcome }: EngineExecution,
  isSameContent: () => Promise<boolean>,
): Promise<void> {
  const { category } = outcome;
  const isSound = category === 'success' || category === 'diagnostic';
  if (isSound && (await isSameContent())) await taken.keep(noteFiles(files, taken.note));
  else await taken.drop();
}

/** Where another run could read more than one that relied on what was kept: tests have run, whatever was kept for them. */
export function wantsFreshRun({ engine, signal }: ReadyEngine, run: EngineExecution): boolean {
  if (runsTests(engine) || signal?.aborted === true) return false;
  const { category, completeness } = run.outcome;
  const isSound = category === 'success' || category === 'diagnostic';
  return !isSound || completeness.kind !== 'complete' || run.degraded;
}

/** Of one repository in one place, whatever its content: the tool itself knows what of it changed. */
async function stateKey(
  deps: InstallationReader,
  ready: ReadyEngine,
  snapshot: ContentSnapshot,
): Promise<Sha256 | undefined> {
  const { engine, plan, program, repository, variables } = ready;
  if (engine.keepsState?.(plan) !== true) return undefined;
  // What is known of a file does not depend on which others are judged.
  const whole = engine.scope === 'per-file' ? { ...plan, scope: ['.'] } : plan;
  const known = await describeInstallation(deps, { ...ready, plan: whole });
  const configuration = runsTests(engine)
    ? null
    : await snapshot.digest({ ...readScopeOf(ready, 'scope'), scope: [], judges: nothing });
  if (known === undefined || configuration === undefined) return undefined;
  const settings = [serializePlan(whole), program, known, fixedEnvFor(engine), variables];
  return deps.hash.sha256(JSON.stringify([stateVersion, repository, settings, configuration]));
}

const nothing = /(?!)/;
