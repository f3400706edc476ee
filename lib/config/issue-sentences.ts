import type * as z from 'zod';
import { formatPath, type SettingPath } from './paths.ts';
import { suggestNearest } from './suggest.ts';

export interface Sentence {
  readonly message: string;
  readonly hint: string;
}

type Issue = z.core.$ZodIssue;

/** Says what is wrong with the value at a path, and what would be right there. */
export function describeValueIssue(issue: Issue, path: SettingPath, value: unknown): Sentence {
  const subject = formatPath(path) || 'the configuration';
  const right = describeExpected(issue, path);
  if (value === undefined) return { message: `${subject} is missing`, hint: `add ${right}` };
  if (value === null) {
    return { message: `${subject} has no value`, hint: `write ${right}, or remove it` };
  }
  return {
    message: `${subject} ${describeWrong(issue, value)}`,
    hint: hintFor(issue, right, value),
  };
}

/** A value as people would write it, short enough for one line. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(
      value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}...` : value,
    );
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'a map';
}

const LONGEST_SHOWN = 60;

/** The schemas' own words complete "write ..."; sections have none of their own. */
function describeExpected(issue: Issue, path: SettingPath): string {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return issue.message;
  return path.length === 0
    ? 'settings as "key: value"'
    : 'its settings as "key: value", indented below it';
}

function describeWrong(issue: Issue, value: unknown): string {
  if (issue.code === 'custom' && typeof issue.params?.['wrong'] === 'string') {
    return issue.params['wrong'];
  }
  if (issue.code === 'invalid_type') return wrongKind(issue.expected, value);
  const shown = `is ${showValue(value)}`;
  if (typeof value !== 'number') return shown;
  if (issue.code === 'too_big') return `${shown}, which is too large`;
  if (issue.code !== 'too_small') return shown;
  return `${shown}, which is ${value < 0 ? 'negative' : 'too small'}`;
}

function wrongKind(expected: string, value: unknown): string {
  if (typeof value === 'string')
    return `is the text ${showValue(value)}, not ${kindName(expected)}`;
  if (typeof value !== 'number') return `is ${showValue(value)}, not ${kindName(expected)}`;
  if (expected === 'int') return `is ${value}, which is not a whole number`;
  return expected === 'string'
    ? `is the number ${value}`
    : `is ${value}, not ${kindName(expected)}`;
}

function kindName(expected: string): string {
  const kinds: Readonly<Record<string, string>> = {
    array: 'a list',
    boolean: 'true or false',
    int: 'a number',
    number: 'a number',
    object: 'a map',
    record: 'a map',
    string: 'text',
  };
  return kinds[expected] ?? expected;
}

function hintFor(issue: Issue, right: string, value: unknown): string {
  if (typeof value !== 'string') return `write ${right}`;
  if (issue.code === 'invalid_value') {
    const meant = suggestNearest(
      value,
      issue.values.filter((name) => typeof name === 'string'),
    );
    const unquoted = issue.values.some((name) => String(name) === value);
    if (unquoted) return `write ${right}, without quotes`;
    return meant === undefined ? `write ${right}` : `did you mean ${meant}? write ${right}`;
  }
  if (issue.code !== 'invalid_type') return `write ${right}`;
  if (issue.expected === 'boolean') return booleanHint(value, right);
  const counted = issue.expected === 'int' || issue.expected === 'number';
  return counted && /^[-+]?\d+(\.\d+)?$/.test(value)
    ? `write ${right}, without quotes`
    : `write ${right}`;
}

function booleanHint(value: string, right: string): string {
  if (/^(true|false)$/i.test(value)) return `write ${value.toLowerCase()}, without quotes`;
  if (/^(y|yes|on)$/i.test(value)) return 'write true';
  if (/^(n|no|off)$/i.test(value)) return 'write false';
  return `write ${right}`;
}
