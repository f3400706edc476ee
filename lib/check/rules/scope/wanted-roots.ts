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
  | ({ readonly kind: 'left-alone' } & Omit<Extract<Detection, { kind: 'absent' }>, 'kind'>);

/** Says in which folders an engine runs: switched on or left to its own judgement, wherever something shows it. */
export function chooseRoots(wish: RootRequest, found: readonly Detection[]): WantedRoots {
  const enabled = isEngineEnabled(wish);
  if (enabled === false) return { kind: 'left-alone', because: 'it is switched off' };
  const shown = found.flatMap((one) => (one.kind === 'present' ? [one.at] : []));
  const roots = wish.nested === 'itself' ? keepOutermost(shown) : [...new Set(shown)];
  if (roots.length > 0) return { kind: 'wanted', roots: roots.toSorted() };
  if (wish.asked || enabled === true) return { kind: 'wanted', roots: ['.'] };
  const absent = found.filter((one) => one.kind === 'absent');
  // What is there in some way says more than what is not.
  const told =
    absent.find(({ leftAlone }) => leftAlone === true) ??
    absent.find(({ noSign }) => noSign !== true) ??
    absent[0];
  return told === undefined
    ? { kind: 'left-alone', because: 'there is nothing to look at' }
    : { ...told, kind: 'left-alone' };
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
