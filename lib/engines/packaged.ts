import * as z from 'zod';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { Engine, EngineReport, ToolOutput } from './contract.ts';
import { fileLinter } from './file-linter.ts';

/*
 * What a package exports as `engine`: a linter that judges file by file, as data and pure functions. The error text of
 * every field completes the sentence "write ...".
 */

const words = z.array(z.string({ error: 'a word as text' }), { error: 'a list of words' });
const pattern = z
  .instanceof(RegExp, { error: 'a regular expression' })
  .refine(
    ({ flags }) => !/[gy]/.test(flags),
    'a regular expression that keeps no state: no g, no y',
  );
const sentence = z.string({ error: 'a sentence' }).min(1, 'a sentence');
const reason = z.enum(['CONFIG_INVALID', 'CRASHED', 'TOOL_NOT_FOUND'], {
  error: 'one of CONFIG_INVALID, CRASHED, TOOL_NOT_FOUND',
});
const failure = z.strictObject({ code: z.int(), reason, why: sentence });

const action = z.strictObject(
  {
    args: words,
    failures: z.array(failure).default([]),
    ignoreExit: z.array(z.int()).default([]),
  },
  { error: 'a map of args, failures and ignoreExit' },
);

type Parse = (output: Omit<ToolOutput, 'reports'>) => unknown;
const isFunction = (value: unknown): boolean => typeof value === 'function';

const contract = z.strictObject({
  contract: z.literal(1, { error: '1, the contract that this version of Ratchetr knows' }),
  title: sentence,
  program: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('binary'), name: z.string() }),
      z.strictObject({ kind: z.literal('python-module'), module: z.string() }),
      z.strictObject({ kind: z.literal('node-bin'), package: z.string(), bin: z.string() }),
    ],
    { error: 'a map whose kind is binary, python-module or node-bin' },
  ),
  versionArgs: words.default(['--version']),
  versionPattern: pattern,
  judges: pattern,
  configNames: words.default([]),
  suppressions: words.default([]),
  configOption: z.string({ error: 'an option such as --config' }).optional(),
  check: action,
  fix: action.optional(),
  parse: z.custom<Parse>(isFunction, 'a function that reads what the tool printed'),
});

const found = z.strictObject({
  path: z.string({ error: 'a path' }).min(1, 'a path, or null').nullable(),
  line: z.int().positive('a line, counted from 1').nullable().default(null),
  column: z.int().positive('a column, counted from 1').nullable().default(null),
  rule: z.string().min(1, 'the name of a rule, or null').nullable().default(null),
  message: sentence,
  severity: z.enum(['low', 'medium', 'high', 'blocker']).default('medium'),
  kind: z.string().min(1, 'a kind').default('lint'),
  fixable: z.boolean().default(false),
});

/** What `parse` gives: a list of findings; undefined: this is no report. */
export const packagedFindings = z
  .array(found, { error: 'a list of findings, or undefined' })
  .optional();

export type PackagedReading =
  | { readonly kind: 'engine'; readonly engine: Engine; readonly parse: Parse }
  | { readonly kind: 'refused'; readonly faults: readonly string[] };

/** Makes an engine of what a package exports, or says everything that is wrong with it. */
export function readPackagedEngine(name: string, exported: unknown): PackagedReading {
  const read = contract.safeParse(exported);
  if (!read.success) return { kind: 'refused', faults: describeFaults('engine', read.error) };
  const { check, fix, configOption, parse, ...own } = read.data;
  const engine = fileLinter({
    ...own,
    id: name,
    // Nobody says of it what it loads.
    loads: 'everything',
    signs: { otherwise: 'the configuration does not declare it' },
    started: { tools: [''], valued: /(?!)/, besides: /(?!)/ },
    config: (path) => (configOption === undefined ? [] : [configOption, path]),
    parse: (output) => reportOfPackage(parse, output),
    check: modeOf(check),
    ...(fix && { fix: { ...modeOf(fix), catalog: { ...modeOf(fix).catalog, isFix: true } } }),
  });
  // Its package may be replaced without the tool becoming another.
  return { kind: 'engine', engine: { ...engine, reads: 'anything' }, parse };
}

function modeOf({ args, failures, ignoreExit }: z.infer<typeof action>) {
  const rules = failures.map((one) => ({ ...one, category: 'tool_failure' as const }));
  return { args, catalog: { ignoreExit, rules } };
}

/** What it makes of a report is believed where it has the right shape, and no exception of it ends a check. */
function reportOfPackage(parse: Parse, output: ToolOutput): EngineReport {
  const given = packagedFindings.safeParse(tryParse(parse, output));
  if (!given.success) return { facts: factsOfBroken('invalid'), findings: [] };
  if (given.data === undefined) return { facts: factsOfBroken('unparseable'), findings: [] };
  return { facts: factsOfFindings(given.data.length), findings: given.data };
}

function tryParse(parse: Parse, output: Parameters<Parse>[0]): unknown {
  try {
    return parse(output);
  } catch {
    return null;
  }
}

/** One line for each thing that is wrong, with its place. */
export function describeFaults(place: string, { issues }: z.ZodError): readonly string[] {
  return issues.map((issue) => {
    const at = [place, ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys')
      return `${at}: ${issue.keys.join(', ')} is not known; remove it`;
    return `${at} is missing or wrong; write ${issue.message}`;
  });
}
