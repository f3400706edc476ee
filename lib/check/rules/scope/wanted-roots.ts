import type { Detection } from '../repository/evidence.ts';
import { isBelow } from '../repository/roots.ts';
import { overlaySettings, type Settings, settingsForEngine } from './settings.ts';

export interface RootRequest {
  readonly engine: string;
  /** What a tool does about configurations further down: see to them itself, or leave each to a run of its own. */
  readonly nested: 'itself' | 'apart';
  /** Whether the person named this engine. */
  readonly asked: boolean;
  readonly environment: Settings;
  readonly config: Settings;
}

export type WantedRoots =
  | { readonly kind: 'wanted'; readonly roots: readonly string[] }
  | { readonly kind: 'left-alone'; readonly because: string; readonly notInstalled?: true };

/** Says in which folders an engine runs: switched on or left to its own judgement, wherever something shows it. */
export function chooseRoots(wish: RootRequest, found: readonly Detection[]): WantedRoots {
  const enabled = isEngineEnabled(wish);
  if (enabled === false) return { kind: 'left-alone', because: 'it is switched off' };
  const shown = found.flatMap((one) => (one.kind === 'present' ? [one.at] : []));
  const roots = wish.nested === 'itself' ? keepOutermost(shown) : [...new Set(shown)];
  if (roots.length > 0) return { kind: 'wanted', roots: roots.toSorted() };
  if (wish.asked || enabled === true) return { kind: 'wanted', roots: ['.'] };
  const kept = found.find((one) => one.kind === 'absent' && one.notInstalled === true);
  const because = (kept ?? found[0])?.because ?? 'there is nothing to look at';
  return { kind: 'left-alone', because, ...(kept && { notInstalled: true }) };
}

function isEngineEnabled({ engine, environment, config }: RootRequest): boolean | undefined {
  const profile = environment.profile ?? config.profile;
  const [below, above] = [config, environment].map((one) =>
    settingsForEngine(engine, one, profile),
  );
  return overlaySettings(below ?? {}, above ?? {}).enabled;
}

function keepOutermost(roots: readonly string[]): readonly string[] {
  return [...new Set(roots)].filter((root) => !roots.some((other) => isBelow(root, other)));
}
