import * as z from 'zod';
import { artifact } from '#model/artifact.ts';
import { recordedBaseline } from '#model/baseline.ts';
import { finding, findingCounts, findingStage } from '#model/finding.ts';
import { runId, sha } from '#model/ids.ts';
import { acceptedDiff, run, runSummary } from '#model/run.ts';
import { atMost, engineName, moment } from './bounds.ts';
import { verb } from '#base/verb.ts';

const ofRun = { runId: runId.describe('The run.') };
const inOneItem = 100_000;

// The first few stand in one item; what they say of themselves is cut short there, but not these.
const shortFinding = finding.extend({
  fingerprint: z.string().min(1).max(1_000).describe('Stable across runs.'),
  filePath: z.string().max(4_096).optional().describe('Repository-relative POSIX path.'),
});

/** What a run leaves behind for those who read of it. */
export const recordVerbs = {
  loadRun: verb('load-run', { asked: z.object(ofRun), told: run.optional() }),
  summarizeRun: verb('summarize-run', { asked: z.object(ofRun), told: runSummary.optional() }),
  addFindings: verb('add-findings', {
    asked: z.object({
      ...ofRun,
      tool: engineName.describe('The engine.'),
      stage: findingStage,
      findings: z.array(shortFinding).readonly().describe('All that it found.'),
    }),
    told: z.enum(['stored', 'exists']),
  }),
  listFindings: verb('list-findings', {
    asked: z.object({
      ...ofRun,
      stage: findingStage,
      tool: engineName.exactOptional().describe('Of this engine alone.'),
    }),
    told: z.array(finding).readonly(),
  }),
  countFindings: verb('count-findings', {
    asked: z.object(ofRun),
    told: z.array(findingCounts).readonly(),
  }),
  recordAccepted: verb('record-accepted', {
    asked: acceptedDiff.extend({ sequence: z.int().positive().max(999_999) }),
    told: z.enum(['recorded', 'taken']),
  }),
  listAccepted: verb('list-accepted', {
    asked: z.object(ofRun),
    told: z.array(acceptedDiff).readonly(),
  }),
  addArtifact: verb('add-artifact', {
    asked: atMost(artifact.extend({ createdAt: moment.describe('When.') }), inOneItem),
    told: z.enum(['added', 'exists']),
  }),
  listArtifacts: verb('list-artifacts', {
    asked: z.object(ofRun),
    told: z.array(artifact).readonly(),
  }),
  recordBaseline: verb('record-baseline', {
    asked: recordedBaseline.extend({
      engine: engineName.describe('The engine.'),
      recordedAt: moment.describe('When it was recorded.'),
      signature: z.string().min(1).max(300).describe('Rule set and configuration.'),
    }),
    told: z.literal('recorded'),
  }),
  findBaselines: verb('find-baselines', {
    asked: z.object({
      repository: z.string().describe('The repository; it must be that of the run.'),
      commit: sha.describe('The commit.'),
    }),
    told: z.array(recordedBaseline).readonly(),
  }),
};
