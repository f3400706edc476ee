import * as z from 'zod';
import { type ConfigContent, sameConfig, splitWords } from './config-content.ts';

interface Texts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Whether a configuration that had conflicts is a merge of what both sides brought: nothing in it is new, nothing that
 * they share is gone, and wherever they differ one of them has all that it wanted. Then the rules are none of its own.
 */
export function isMergeOfSides(
  { before, after }: Texts,
  read: (text: string) => ConfigContent,
): boolean {
  if (before === undefined || after === undefined || !conflict.test(before)) return false;
  const [ours, theirs] = [read(sideOf(before, 'ours')), read(sideOf(before, 'theirs'))];
  const merged = read(after);
  if (sameConfig(ours, merged) || sameConfig(theirs, merged)) return true;
  const claims = [ours, theirs, merged].map((content) => readConfigClaims(content));
  const [ofOurs, ofTheirs, ofMerged] = claims;
  if (ofOurs === undefined || ofTheirs === undefined || ofMerged === undefined) return false;
  const both = new Set([...ofOurs.keys(), ...ofTheirs.keys(), ...ofMerged.keys()]);
  return [...both].every((key) =>
    joins(valuesAt(ofMerged, key), [valuesAt(ofOurs, key), valuesAt(ofTheirs, key)]),
  );
}

type Values = ReadonlySet<string>;

/** What is said under each key. */
type Claims = ReadonlyMap<string, Values>;

function valuesAt(claims: Claims, key: string): Values {
  return claims.get(key) ?? new Set();
}

function joins(merged: Values, [ours, theirs]: readonly [Values, Values]): boolean {
  const nothingNew = [...merged].every((value) => ours.has(value) || theirs.has(value));
  const nothingLost = [...ours].every((value) => !theirs.has(value) || merged.has(value));
  return nothingNew && nothingLost && (holdsAll(merged, ours) || holdsAll(merged, theirs));
}

function holdsAll(merged: Values, wanted: Values): boolean {
  return [...wanted].every((value) => merged.has(value));
}

const conflict = /^<{7}(?: |$)[^]*^>{7}(?: |$)/m;

/** The text as it was on one side. */
function sideOf(text: string, side: 'ours' | 'theirs'): string {
  let at: 'both' | 'base' | 'ours' | 'theirs' = 'both';
  const kept: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^<{7}(?: |$)/.test(line)) at = 'ours';
    else if (at !== 'both' && /^\|{7}(?: |$)/.test(line)) at = 'base';
    else if (at !== 'both' && /^={7}$/.test(line)) at = 'theirs';
    else if (at !== 'both' && /^>{7}(?: |$)/.test(line)) at = 'both';
    else if (at === 'both' || at === side) kept.push(line);
  }
  return kept.join('\n');
}

/** Undefined: what it says is not known. Of a text only its words are. */
function readConfigClaims(content: ConfigContent): Claims | undefined {
  if (content.kind === 'absent' || content.kind === 'broken') return undefined;
  if (content.kind === 'text') return new Map([['', new Set(splitWords(content.text))]]);
  const claims = new Map<string, Set<string>>();
  addClaims(claims, '', content.data);
  return claims;
}

const table = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());

function addClaims(claims: Map<string, Set<string>>, key: string, value: unknown): void {
  const [asList, asTable] = [list.safeParse(value), table.safeParse(value)];
  if (asList.success && asList.data.every((item) => !table.safeParse(item).success)) {
    claims.set(key, new Set(asList.data.flatMap((item) => splitWords(JSON.stringify(item)))));
  } else if (asList.success) {
    for (const [index, item] of asList.data.entries()) addClaims(claims, `${key}/${index}`, item);
  } else if (asTable.success) {
    for (const [name, item] of Object.entries(asTable.data))
      addClaims(claims, `${key}/${name}`, item);
  } else claims.set(key, new Set([JSON.stringify(value)]));
}
