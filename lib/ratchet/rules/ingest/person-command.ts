import { hourMs } from '#base/durations.ts';
/** What a person can tell the ratchet to do with one pull request. */
export type RequestedAction =
  | { readonly kind: 'on' | 'off' | 'retry' | 'stop' | 'release' }
  | { readonly kind: 'hold'; readonly milliseconds: number }
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'vouch'; readonly commit: string };

export type PersonCommand =
  | RequestedAction
  | { readonly kind: 'why' }
  | { readonly kind: 'unknown' };

const unknown: PersonCommand = { kind: 'unknown' };
const plain = ['on', 'off', 'retry', 'stop', 'why', 'release'] as const;

/** Reads the words after `/ratchet`. */
export function readCommand(text: string): PersonCommand {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*([^]*)$/.exec(text) ?? [];
  const said = word.toLowerCase();
  const argument = rest.trim();
  if (said === 'answer') return argument === '' ? unknown : { kind: 'answer', answer: argument };
  // The commit has to be named: what was pushed a moment ago was seen by no person.
  if (said === 'vouch') return commitName.test(argument) ? vouchFor(argument) : unknown;
  if (said === 'hold') return readHold(argument);
  const kind = plain.find((one) => one === said);
  // Who writes more than the word may mean something else by it.
  return kind === undefined || argument !== '' ? unknown : { kind };
}

const commitName = /^[\da-f]{7,40}$/i;

function vouchFor(commit: string): PersonCommand {
  return { kind: 'vouch', commit: commit.toLowerCase() };
}

const longestHoldMs = 24 * hourMs;
const units: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', hourMs],
  ['d', 24 * hourMs],
]);

function readHold(duration: string): PersonCommand {
  if (duration === '') return { kind: 'hold', milliseconds: hourMs };
  const [, amount, unit = ''] = /^(\d{1,6})([mhd])$/.exec(duration.toLowerCase()) ?? [];
  const length = Number(amount) * (units.get(unit) ?? 0);
  if (!(length > 0)) return unknown;
  return { kind: 'hold', milliseconds: Math.min(length, longestHoldMs) };
}
