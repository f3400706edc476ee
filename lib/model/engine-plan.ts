import * as z from 'zod';
import { severity } from './finding.ts';

export const engineMode = z
  .enum(['current', 'target'])
  .describe('current: what the command line asks for. target: the whole configured scope.');
export type EngineMode = z.infer<typeof engineMode>;

export const scopeSource = z
  .enum(['command-line', 'environment', 'config', 'project', 'default'])
  .describe('Who chose it; project: the commands by which the project runs the tool.');

/** Which configuration a tool is given. It is recorded, never read. */
export const configChoice = z.object({
  path: z.string().nullable().describe('The file; null: the tool looks for its own.'),
  source: z
    .enum(['command-line', 'environment', 'config', 'discovery'])
    .describe('Which source chose it; discovery: the tool itself.'),
});
export type ConfigChoice = z.infer<typeof configChoice>;

/** Everything Ratchetr hands to one engine in one mode. Two equal plans give equal results. */
export const enginePlan = z.object({
  engine: z.string().min(1).describe('The engine.'),
  mode: engineMode,
  root: z.string().min(1).describe('Working folder, relative to the repository root.'),
  scope: z.array(z.string()).describe('Canonical paths, relative to the root.'),
  scopeSource,
  config: configChoice.describe('The configuration it is given.'),
  args: z.array(z.string()).describe('Extra arguments, as passed.'),
  env: z.record(z.string(), z.string()).describe('Variables set for it.'),
  pass: z
    .array(z.string())
    .optional()
    .describe('Names of further variables that it has from the caller; absent: none.'),
  options: z.record(z.string(), z.json()).describe('Options that only this engine understands.'),
  profile: z.string().nullable().describe('The profile in use, if it touches this engine.'),
  toolProfile: z.string().nullable().describe('Profile of the tool itself, if one is set.'),
  gate: z
    .object({
      from: severity.describe('The least severity of a finding that fails a check.'),
      byExit: z
        .literal(true)
        .optional()
        .describe('The tool decides: where it ends with 0, nothing fails.'),
      rules: z
        .record(z.string(), z.enum(['fail', 'note']))
        .describe('What findings of rules do, by patterns of their names.'),
    })
    .optional()
    .describe('Which new findings fail a check; absent: all.'),
  severity: z
    .record(z.string(), severity)
    .optional()
    .describe(
      'How grave findings of rules are, by patterns of their names; absent: as the tool says.',
    ),
  native: z
    .record(z.string(), z.json())
    .optional()
    .describe("What the project's own configuration says of how this tool is started."),
  executes: z
    .array(z.string())
    .optional()
    .describe(
      'Files and settings by which the process of the tool executes code of the repository; absent: none.',
    ),
  leaveOut: z
    .array(z.string())
    .optional()
    .describe('Files and folders below the root that it is told to leave out.'),
});
export type EnginePlan = z.infer<typeof enginePlan>;

/** A configuration that keeps an engine from running, while the others go on. */
export const planProblem = z.object({
  engine: z.string().min(1).describe('The engine that is left out.'),
  code: z
    .enum(['BASELINE_INVALID', 'EMPTY_SCOPE', 'INVALID_OPTIONS', 'OUTSIDE_ROOT', 'UNKNOWN_ENGINE'])
    .describe('What is wrong.'),
  message: z.string().min(1).describe('One sentence: what is wrong and what would be right.'),
  sameAtBase: z
    .literal(true)
    .optional()
    .describe(
      'The merge base says so, so it makes nothing red; absent: what was judged may say so.',
    ),
});
export type PlanProblem = z.infer<typeof planProblem>;
