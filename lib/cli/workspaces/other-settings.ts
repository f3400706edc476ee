import * as z from 'zod';
import { parseDuration } from '#config/duration.ts';
import { type RatchetSettings, ratchetSettings } from '#model/look-facts.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import type { OtherSettings } from '#report/workspaces/replay.ts';
import { splitAtSign } from '../check/option-values.ts';

interface Setting {
  /** Where it stands in ratchetr.yaml. */
  readonly path: string;
  readonly kind: 'duration' | 'flag' | 'count' | 'amount' | 'word' | 'words';
}

/** What a decision depends on, by both of its names. */
export const decisionSettings: Readonly<Record<keyof RatchetSettings, Setting>> = {
  enabled: { path: 'enabled', kind: 'flag' },
  attempts: { path: 'retry.fixups', kind: 'count' },
  relaunches: { path: 'retry.maxRelaunches', kind: 'count' },
  staleCiMs: { path: 'timeouts.staleCi', kind: 'duration' },
  settleMs: { path: 'timeouts.settle', kind: 'duration' },
  startMs: { path: 'timeouts.start', kind: 'duration' },
  sessionMs: { path: 'timeouts.session', kind: 'duration' },
  unknownMs: { path: 'timeouts.waitingForUnknown', kind: 'duration' },
  runningMs: { path: 'timeouts.waitingForChecks', kind: 'duration' },
  drafts: { path: 'policy.drafts', kind: 'word' },
  forks: { path: 'policy.forks', kind: 'word' },
  trusted: { path: 'trust.authors', kind: 'words' },
  pullRequestUsd: { path: 'budgets.pullRequestUsd', kind: 'amount' },
  rerunOnce: { path: 'flakes.rerunOnce', kind: 'flag' },
  updateFromBase: { path: 'branch.updateFromBase', kind: 'flag' },
  brake: { path: 'brake.pullRequests', kind: 'count' },
  brakeWindowMs: { path: 'brake.window', kind: 'duration' },
  checks: { path: 'policy.checkHeads', kind: 'flag' },
};

/** Reads `name=value` arguments. */
export function readOtherSettings(
  texts: readonly string[],
): Outcome<OtherSettings, 'no-setting' | 'value'> {
  const found: Record<string, unknown> = {};
  for (const text of texts) {
    const [name, value] = splitAtSign(text);
    const setting = Object.entries(decisionSettings).find(
      ([key, { path }]) => shortName(key) === name || path === name,
    );
    if (setting === undefined) return refuse('no-setting', noSetting(name), listSettings());
    const [key, { kind }] = setting;
    found[key] = readers[kind](value);
    const read = ratchetSettings.partial().safeParse(found);
    if (!read.success) {
      return refuse('value', `${quoteShort(text)}: ${name} takes ${takes[kind](key)}.`);
    }
  }
  return ok((settings) => ratchetSettings.parse({ ...settings, ...found }));
}

/** People write the unit with the value. */
function shortName(key: string): string {
  return key.replace(/Ms$/, '');
}

const readers: Readonly<Record<Setting['kind'], (text: string) => unknown>> = {
  duration: (text) => parseDuration(text) ?? text,
  flag: (text) =>
    new Map([
      ['true', true],
      ['false', false],
    ]).get(text) ?? text,
  count: parseNumber,
  amount: parseNumber,
  word: (text) => text,
  words: (text) => (text === '' ? [] : text.split(',').map((word) => word.trim())),
};

const takes: Readonly<Record<Setting['kind'], (name: string) => string>> = {
  duration: () => 'a duration such as 10m',
  flag: () => 'true or false',
  count: (name) => `a whole number from ${acceptsValue(name, 0) ? 0 : 1}`,
  amount: () => 'a number that is not negative',
  word: (name) => listChoices(name).join(' or '),
  words: () => 'words with commas between them',
};

const shape: Readonly<Record<string, z.ZodType>> = ratchetSettings.shape;

function acceptsValue(name: string, value: unknown): boolean {
  return shape[name]?.safeParse(value).success === true;
}

function listChoices(name: string): readonly string[] {
  const schema = shape[name];
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

function parseNumber(text: string): unknown {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function noSetting(name: string): string {
  return `${quoteShort(name)} is not a setting that a decision depends on.`;
}

function listSettings(): string {
  const names = Object.entries(decisionSettings).map(([key, { path }]) =>
    shortName(key) === path ? path : `${shortName(key)} (${path})`,
  );
  return `The settings are ${names.join(', ')}.`;
}

function quoteShort(text: string): string {
  return JSON.stringify(shortened(oneLine(text), 100));
}
