import * as z from 'zod';
import { engineOutcome } from './engine-outcome.ts';
import { planProblem } from './engine-plan.ts';
import { finding } from './finding.ts';
import { runId, sha } from './ids.ts';
import { judgingReport } from './judging.ts';
import { componentOfPhrase, vectorComponent } from './vector-component.ts';

/** A finding with the verdict of the baseline on it: marked, never dropped. */
export const reportedFinding = finding.extend({
  status: z
    .enum(['new', 'noted', 'tolerated'])
    .describe(
      'new: nothing tolerates it. noted: the same, but it fails nothing. tolerated: an entry of the baseline answers for it.',
    ),
});
export type ReportedFinding = z.infer<typeof reportedFinding>;

export const baselineUse = z.object({
  source: z
    .enum(['committed', 'recorded', 'none'])
    .describe('Where the tolerated findings were taken from.'),
  because: z.string().describe('Why from there, or why there are none, in one sentence.'),
  entries: z.int().nonnegative().describe('How many findings are tolerated in all.'),
  held: z.string().nullable().describe('Why nothing counts as fixed, in one sentence.'),
});
export type BaselineUse = z.infer<typeof baselineUse>;

export const fixedEntry = z.object({
  path: z.string().describe('Where it was; empty: nowhere.'),
  rule: z.string().describe('The rule or code name.'),
  message: z.string().describe('What the tool said.'),
});
export type FixedEntry = z.infer<typeof fixedEntry>;

export const checkedEngine = z.object({
  outcome: engineOutcome.describe('What the run amounted to.'),
  degraded: z.boolean().describe('It judged, but not as configured.'),
  sameAtBase: z
    .string()
    .optional()
    .describe(
      'The merge base has the same trouble, so it makes nothing red; in one sentence. Absent: it has not.',
    ),
  baseline: baselineUse.describe('What is tolerated.'),
  counts: z
    .object({
      new: z.int().nonnegative().describe('Findings that nothing tolerates.'),
      noted: z.int().nonnegative().default(0).describe('New ones that fail nothing.'),
      tolerated: z.int().nonnegative().describe('Findings that were there before.'),
      fixed: z.int().nonnegative().describe('Entries of the baseline that are repaired.'),
    })
    .describe('How many of each kind; all are 0 where the engine failed.'),
  findings: z.array(reportedFinding).describe('What it found, tolerated or not.'),
  fixed: z.array(fixedEntry).describe('What it does not find any more.'),
  rawRef: z
    .string()
    .optional()
    .describe('Where its report is kept, or its log where it writes none; absent: it is not.'),
});
export type CheckedEngine = z.infer<typeof checkedEngine>;

const comparedComponent = z.object({
  component: z.string().describe('What it is called, for example lost tests.'),
  measures: vectorComponent.describe('What it measures; rules go by this and never by the name.'),
  result: z.enum(['better', 'same', 'worse']).describe('Compared with the base.'),
  sentence: z.string().describe('The numbers, in one sentence.'),
  trend: z
    .array(
      z.object({
        commit: sha.nullable().describe('The commit it was measured at; null: the judged tree.'),
        value: z.number().describe('What it was.'),
      }),
    )
    .optional()
    .describe('Of a number, what it was before and is now, oldest first; absent: only now.'),
});

export const vectorReport = z.object({
  acceptable: z.boolean().describe('Whether no component is worse.'),
  components: z
    .array(z.preprocess(withMeasures, comparedComponent))
    .describe('Every number that could be compared.'),
});
export type VectorReport = z.infer<typeof vectorReport>;

/** Reports of earlier versions have the name alone. */
function withMeasures(stored: unknown): unknown {
  const { data } = z.looseObject({ component: z.string() }).safeParse(stored);
  return data === undefined ? stored : { measures: componentOfPhrase(data.component), ...data };
}

/** What one check amounts to: all that any report of it shows. */
export const checkReport = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  ratchetr: z.string().describe('The version of Ratchetr.'),
  run: runId
    .optional()
    .describe('With which logs and reports are kept: `ratchetr show` takes it; absent: none are.'),
  exit: z.literal([0, 1, 2, 3, 4, 5, 130]).describe('The exit code.'),
  has_failures: z.boolean().describe('Whether the result of any engine cannot be relied on.'),
  nothing_judged: z
    .boolean()
    .default(false)
    .describe(
      'Whether no engine had anything to do, or all that had fail at the merge base too: nothing is known of the code.',
    ),
  has_diagnostics: z.boolean().describe('Whether any engine gave findings, tolerated or not.'),
  base: z
    .object({
      commit: sha.nullable().describe('The commit that was compared with.'),
      ref: z.string().nullable().describe('The name it was asked for by.'),
      because: z.string().nullable().describe('Why there is no such commit, in one sentence.'),
    })
    .describe('What was compared with.'),
  engines: z.array(checkedEngine).describe('Every engine and mode that was asked for.'),
  problems: z.array(planProblem).describe('Engines left out because of a configuration error.'),
  unreadable: z
    .array(z.string())
    .default([])
    .describe(
      'Files of the project that cannot be read, each in a sentence: what they say of its tools is not known.',
    ),
  absent: z
    .array(
      z.object({
        engine: z.string().describe('The engine.'),
        because: z.string().describe('Why it has nothing to do.'),
        leftAlone: z
          .literal(true)
          .optional()
          .describe(
            'The repository configures it, and leaves it to editors, hooks or environments of their own.',
          ),
        noSign: z.literal(true).optional().describe('Nothing in the repository shows it.'),
        unchanged: z
          .literal(true)
          .optional()
          .describe('It judges only what differs, and nothing of that does.'),
      }),
    )
    .describe('Engines that do not belong here.'),
  unjudged: z
    .array(
      z.object({
        name: z.string().describe('A language, or a tool that the project runs.'),
        because: z.string().describe('How much there is of it, and why nothing judges it.'),
      }),
    )
    .default([])
    .describe('What the repository holds that no engine answers for.'),
  vector: vectorReport.describe('The numbers that must not get worse.'),
  judging: judgingReport
    .default({ standing: 'unchanged', changes: [] })
    .describe('What differs of how the code is judged, and who could be milder by it.'),
});
export type CheckReport = z.infer<typeof checkReport>;
