import type { RatchetSettings } from '#model/look-facts.ts';
import type { ObservedState } from '../rules/decision/apply-decision.ts';
import { readVouching } from '../read-vouching.ts';
import type { DecideDeps } from './deps.ts';

/** Remembers who vouches for the head, asked anew with each full reading: a short one tells of nothing new in it. */
export async function withVouching(
  { forge }: DecideDeps,
  { state, settings }: { readonly state: ObservedState; readonly settings: RatchetSettings },
  { isReadInFull }: { readonly isReadInFull: boolean },
): Promise<ObservedState> {
  const { observation, vouching: known, enabled } = state;
  const { headSha } = observation;
  if (!enabled || observation.state !== 'open') return state;
  if (!isReadInFull && known?.headSha === headSha) return state;
  const found = await readVouching(forge, state, { seen: observation, settings });
  return { ...state, vouching: { ...found, headSha } };
}
