import * as z from 'zod';

interface PathRule {
  readonly pattern: RegExp;
  readonly meaning: string;
}

// Of the rules that a path breaks, the first is reported.
const pathRules: readonly PathRule[] = [
  { pattern: /^[\s\S]/, meaning: 'a path, not empty; "." is the whole repository' },
  { pattern: /^\P{Cc}*$/u, meaning: 'a path without control characters' },
  { pattern: /^[^\\]*$/, meaning: 'a path with "/" between its parts, no backslash' },
  { pattern: /^(?![/~]|[A-Za-z]:)/, meaning: 'a path relative to the root of the repository' },
  { pattern: /^(?!(?:.*\/)?\.\.(?:\/|$))/, meaning: 'a path without ".." parts' },
  { pattern: /^(?!.*\/\/)/, meaning: 'a path without empty parts' },
];

// A leading "!" reads as "all but" in some tools; protecting all but one path would be a surprise.
const globRules: readonly PathRule[] = [
  ...pathRules,
  { pattern: /^(?!!)/, meaning: 'a pattern without "!" at the start; list what is meant' },
];

/** A relative POSIX path inside the repository. */
export function relativePath() {
  return pathSchema(pathRules);
}

export function repositoryPaths() {
  return z.array(relativePath(), { error: 'a list of paths, such as ["src", "test"]' });
}

/** Patterns over such paths: "*" inside one part, "**" over any number of parts, a final "/" for all below. */
export function globs() {
  return z.array(pathSchema(globRules), { error: 'a list of patterns, such as ["src/**"]' });
}

function pathSchema(rules: readonly PathRule[]) {
  return rules.reduce(
    (schema, rule) => schema.regex(rule.pattern, { error: rule.meaning }),
    z.string({ error: 'a path as text' }),
  );
}
