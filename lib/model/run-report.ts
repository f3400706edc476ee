import * as z from 'zod';
import { artifactName } from './artifact.ts';
import { attempt } from './attempt.ts';
import { cost, usd } from './cost.ts';
import { finding } from './finding.ts';
import { runId, sha, taskId, timestamp } from './ids.ts';
import { run } from './run.ts';
import { sessionSummary } from './session-summary.ts';
import { task, taskTargets } from './task.ts';
import { testEvidence } from './test-evidence.ts';

const milliseconds = z.int().nonnegative();
const count = z.int().nonnegative();

/** What an attempt goes through, in this order. */
export const attemptStage = z
  .enum(['copying', 'agent', 'validating', 'integrating'])
  .describe('What happens in an attempt, one after the other.');

/** How long each stage of an attempt took; the summary of an attempt holds it as `stageMs`. */
export const stageTimes = z
  .partialRecord(attemptStage, milliseconds)
  .describe('Milliseconds of each stage that was reached.');

/** A finding as a report of a run shows it. */
export const toldFinding = z.object({
  tool: finding.shape.tool,
  severity: finding.shape.severity,
  rule: z.string().describe('The rule or code name, else the family.'),
  filePath: finding.shape.filePath,
  line: finding.shape.line,
  testId: finding.shape.testId,
  message: finding.shape.message,
});
export type ToldFinding = z.infer<typeof toldFinding>;

export const leftFinding = toldFinding.extend({
  taskId: taskId.nullable().describe('The task that was to repair it; null: there is none.'),
  isNew: z.boolean().describe('It was not there at the start.'),
  because: z.string().describe('Why it is still there, in one sentence.'),
});
export type LeftFinding = z.infer<typeof leftFinding>;

export const reportedAttempt = z.object({
  attemptNo: attempt.shape.attemptNo,
  agent: attempt.shape.agentName,
  status: attempt.shape.status,
  reason: attempt.shape.reason,
  startedAt: attempt.shape.startedAt,
  finishedAt: attempt.shape.finishedAt,
  stageMs: stageTimes,
  agentExitCode: attempt.shape.agentExitCode,
  validationExitCode: attempt.shape.validationExitCode,
  diffStats: attempt.shape.diffStats,
  verdict: attempt.shape.verdict,
  evidence: testEvidence
    .omit({ expectations: true })
    .optional()
    .describe('What the tests behind it can refuse; absent: none were looked into.'),
  cost: attempt.shape.cost,
});
export type ReportedAttempt = z.infer<typeof reportedAttempt>;

export const reportedTask = z.object({
  id: taskId.describe('Identity inside the run.'),
  title: task.shape.title,
  taskType: task.shape.taskType,
  tool: task.shape.tool,
  priority: task.shape.priority,
  status: task.shape.status,
  statusReason: task.shape.statusReason,
  files: taskTargets.shape.files,
  dependsOn: task.shape.dependsOn,
  findings: z.array(toldFinding).describe('What it was made to repair.'),
  attempts: z.array(reportedAttempt).describe('Every try, the first one first.'),
  accepted: z.int().positive().nullable().describe('Place of its change among the accepted ones.'),
  dropped: z.string().nullable().describe('Why its change was taken out at the end, if it was.'),
  plans: z.array(artifactName).describe('Stored structured plans of its attempts.'),
});
export type ReportedTask = z.infer<typeof reportedTask>;

export const engineFindings = z.object({
  tool: finding.shape.tool,
  found: count.describe('At the start.'),
  fixed: count.nullable().describe('Not there any more at the end; null: not known.'),
  left: count.nullable().describe('There at the start and at the end; null: not known.'),
  fresh: count.nullable().describe('There at the end alone; null: not known.'),
});
export type EngineFindings = z.infer<typeof engineFindings>;

export const agentCost = z.object({
  agent: attempt.shape.agentName,
  source: cost.shape.source,
  attempts: count.describe('Attempts with a cost from this source.'),
  usd: usd.describe('What they cost together.'),
  inputTokens: count.describe('Input tokens, cached ones too.'),
  outputTokens: count.describe('Output tokens.'),
});
export type AgentCost = z.infer<typeof agentCost>;

const publication = z
  .object({
    kind: z
      .enum(['waiting', 'pushed', 'refused', 'unknown'])
      .describe('unknown: that was too long ago.'),
    commit: sha.nullable().describe('The commit that was pushed; null: none, or it is not known.'),
    because: z.string().nullable().describe('Why it was not pushed; null: it was, or it waits.'),
    takenBackBy: sha.nullable().describe('The head that took it back; null: none did.'),
  })
  .describe('What became of what a run wanted on the branch.');
export type Publication = z.infer<typeof publication>;

/** What a run amounts to or has come to so far: all that any report of it shows. */
export const runReport = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  at: timestamp.describe('When this was put together.'),
  run: z
    .object({
      id: runId.describe('Identity of the run.'),
      kind: run.shape.kind,
      status: run.shape.status,
      repoPath: run.shape.repoPath,
      headSha: sha.describe('The commit it works on.'),
      baseSha: run.shape.baseSha,
      startedAt: run.shape.startedAt,
      finishedAt: run.shape.finishedAt,
    })
    .describe('The run itself.'),
  summary: sessionSummary.nullable().describe('What the session amounts to; null: not known yet.'),
  publication: publication
    .nullable()
    .default(null)
    .describe('Null: it is the run of no pull request under watch.'),
  undone: z.boolean().describe('What it changed was taken back.'),
  tasks: z.array(reportedTask).describe('Every task, the most urgent one first.'),
  engines: z.array(engineFindings).describe('Findings by engine.'),
  left: z.array(leftFinding).describe('Findings that are still there, and why.'),
  costs: z.array(agentCost).describe('What each agent cost, by who says so.'),
  usd: usd.describe('What all attempts cost.'),
  times: z
    .array(
      z.object({
        stage: z.string().describe('engines, or a stage of attempts.'),
        times: count.describe('How often it was gone through.'),
        ms: milliseconds.describe('How long it took in all.'),
      }),
    )
    .describe('Where the time went; attempts run side by side.'),
  artifacts: z
    .object({
      count: count.describe('How many there are.'),
      bytes: count.describe('Their total size.'),
    })
    .describe('What the run left behind.'),
});
export type RunReport = z.infer<typeof runReport>;
