import * as z from 'zod';

/*
 * The part of SARIF 2.1.0 that is read. Writers leave out what has a default or write null for it, and may add
 * properties of their own.
 */

const message = z.object({
  text: z.string().nullish(),
  markdown: z.string().nullish(),
  id: z.string().nullish(),
  arguments: z.array(z.string()).nullish(),
});
export type SarifMessage = z.infer<typeof message>;

const level = z.enum(['none', 'note', 'warning', 'error']);
export type SarifLevel = z.infer<typeof level>;

const artifactLocation = z.object({
  uri: z.string().nullish(),
  uriBaseId: z.string().nullish(),
  /** Where the run describes it, among its artifacts. */
  index: z.int().nullish(),
});
export type ArtifactLocation = z.infer<typeof artifactLocation>;

const rule = z.object({
  id: z.string().nullish(),
  defaultConfiguration: z.object({ level: level.nullish() }).nullish(),
  messageStrings: z.record(z.string(), z.object({ text: z.string().nullish() })).nullish(),
});
export type SarifRule = z.infer<typeof rule>;

const component = z.object({ rules: z.array(rule).nullish() });

const location = z.object({
  physicalLocation: z
    .object({
      artifactLocation: artifactLocation.nullish(),
      region: z.object({ startLine: z.int().nullish(), startColumn: z.int().nullish() }).nullish(),
    })
    .nullish(),
});

const result = z.object({
  ruleId: z.string().nullish(),
  ruleIndex: z.int().nullish(),
  rule: z
    .object({
      id: z.string().nullish(),
      index: z.int().nullish(),
      toolComponent: z.object({ index: z.int().nullish() }).nullish(),
    })
    .nullish(),
  level: level.nullish(),
  kind: z.enum(['notApplicable', 'pass', 'fail', 'review', 'open', 'informational']).nullish(),
  message: message.nullish(),
  locations: z.array(location).nullish(),
  suppressions: z.array(z.object({ status: z.string().nullish() })).nullish(),
  baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).nullish(),
});
export type RawResult = z.infer<typeof result>;

const notification = z.object({ level: level.nullish(), message: message.nullish() });
export type Notification = z.infer<typeof notification>;

const run = z.object({
  tool: z.object({ driver: component, extensions: z.array(component).nullish() }),
  invocations: z
    .array(
      z.object({
        executionSuccessful: z.boolean().nullish(),
        exitCodeDescription: z.string().nullish(),
        toolExecutionNotifications: z.array(notification).nullish(),
        toolConfigurationNotifications: z.array(notification).nullish(),
      }),
    )
    .nullish(),
  originalUriBaseIds: z.record(z.string(), artifactLocation).nullish(),
  artifacts: z.array(z.object({ location: artifactLocation.nullish() })).nullish(),
  results: z.array(result).nullish(),
});
export type SarifRun = z.infer<typeof run>;

/** Without a run nothing was judged, so that is no report. */
export const sarifLog = z.object({
  version: z.string().startsWith('2.1'),
  runs: z.array(run).min(1),
});
