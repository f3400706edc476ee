import * as z from 'zod';
import { LONGEST_DURATION_MS, durationPattern, formatDuration, parseDuration } from './duration.ts';

/*
 * Kinds of values. The error text of every kind completes the sentence "write ...": it says what would be
 * right, because what is wrong is read off the value itself.
 */

export function trueOrFalse() {
  return z.boolean({ error: 'true or false' });
}

export function wholeNumber(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

export function amount(least: number, most: number) {
  const error = `a number from ${least} to ${most}`;
  return z.number({ error }).min(least, { error }).max(most, { error });
}

export function dollarAmount() {
  const error = 'an amount in US dollars from 0 to 1000000';
  return z.number({ error }).min(0, { error }).max(1_000_000, { error });
}

/** Read as text with a unit, kept as milliseconds. */
export function duration(least: '0s' | '1ms' = '1ms') {
  const error = `a duration from ${least} to ${formatDuration(LONGEST_DURATION_MS)}, such as 500ms, 30s, 10m, 2h or 1d`;
  const bounds = { least: parseDuration(least) ?? 0, most: LONGEST_DURATION_MS };
  return z
    .string({ error })
    .regex(durationPattern, { error })
    .transform((text) => parseDuration(text) ?? Number.NaN)
    .refine((ms) => ms >= bounds.least && ms <= bounds.most, { error });
}

export function choice<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, { error: `one of ${names.join(', ')}` });
}

export function nonEmpty(meaning: string) {
  const error = `${meaning}, not empty`;
  const quoted = `${meaning}, in quotes`;
  return withoutNul(
    z.string({ error: ({ input }) => (looksLikeValue(input) ? quoted : error) }).min(1, { error }),
  );
}

export function textMatching(rule: NameRule) {
  return z.string({ error: rule.meaning }).regex(rule.pattern, { error: rule.meaning });
}

export function listOf<Item extends z.ZodType>(item: Item, meaning: string) {
  return z.array(item, { error: meaning });
}

/** A list in which a second copy of an item can only be a mistake. */
export function distinct<Item extends z.ZodType>(item: Item, meaning: string) {
  return listOf(item, meaning).superRefine(
    (items, context) => {
      for (const [index, value] of items.entries()) {
        const first = items.indexOf(value);
        if (first === index) continue;
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'each name once',
          params: { wrong: `repeats item ${first + 1} of the list` },
        });
      }
    },
    { when: holdsList },
  );
}

/** A command as its words, run without a shell. */
export function argv() {
  const error = 'a command as a list of words, such as ["npm", "ci"]';
  return z.array(word(), { error }).min(1, { error });
}

export function word(meaning = 'a word') {
  const error = `${meaning}, in quotes if it looks like a number or like true or false`;
  return withoutNul(z.string({ error }));
}

/** Words after a command; an empty word is a legal argument. */
export function argumentList() {
  return z.array(word(), { error: 'a list of words, such as ["--verbose"]' });
}

export function mapOf<Value extends z.ZodType>(keys: NameRule, value: Value) {
  return z
    .record(z.string(), value, { error: `a map whose keys are each ${keys.meaning}` })
    .superRefine((entries, context) => {
      for (const key of Object.keys(entries)) {
        if (keys.pattern.test(key)) continue;
        context.addIssue({
          code: 'custom',
          path: [key],
          message: keys.meaning,
          params: { at: 'key' },
        });
      }
    })
    .meta({ propertyNames: { pattern: keys.pattern.source } });
}

/** Where a server answers: no name or password in it, no query, no fragment. */
export function webAddress() {
  const error = 'an http or https address, such as https://models.example.org';
  return z
    .string({ error })
    .regex(/^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/, { error })
    .refine((text) => URL.canParse(text), { error });
}

/** Settings that only the tool behind them understands. */
export function anyJson() {
  return z.record(z.string(), z.json(), { error: 'a map of settings' });
}

export interface NameRule {
  readonly pattern: RegExp;
  readonly meaning: string;
}

export const pluginId: NameRule = {
  pattern: /^[a-z][a-z0-9-]*$/,
  meaning: 'an id of lower-case letters, digits and dashes that starts with a letter',
};

/** Stands before the name of a package that holds an engine. */
export const packagePrefix = 'package:';

/** Any other package is not made to be loaded by us, whoever asks for it. */
export const engineSource: NameRule = {
  pattern: /^(?:[a-z][a-z0-9-]*|package:(?:@[a-z0-9][\w.-]*\/)?ratchetr-engine-[a-z0-9][\w.-]*)$/,
  meaning:
    'the id of a built-in engine, or package: and a package whose name begins with ratchetr-engine-',
};

export const variableName: NameRule = {
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  meaning: 'an environment name of letters, digits and underscores',
};

/** What is handed on to code of the repository: nothing that is ours, and nothing that is named like a secret. */
export const handedOnName: NameRule = {
  pattern:
    /^(?!RATCHETR_|AWS_|GITHUB_|GH_|.*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL))[A-Za-z_][A-Za-z0-9_]*$/i,
  meaning:
    'an environment name that is not of Ratchetr, AWS or GitHub and has no KEY, TOKEN, SECRET, PASSWORD or CREDENTIAL in it; set what tests need for one by env',
};

export const modelName: NameRule = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/,
  meaning: 'the name of a model, of letters, digits and . _ : / @ -',
};

function holdsList({ value }: { readonly value: unknown }): boolean {
  return Array.isArray(value);
}

function looksLikeValue(input: unknown): boolean {
  return typeof input === 'number' || typeof input === 'boolean';
}

/** NUL would cut an argument or a name short. */
function withoutNul(schema: z.ZodString) {
  return schema.regex(/^[^\0]*$/, { error: 'text without NUL characters' });
}
