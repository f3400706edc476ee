import * as agentRequest from '#model/agent-request.ts';
import * as agentResult from '#model/agent-result.ts';
import * as artifact from '#model/artifact.ts';
import * as attempt from '#model/attempt.ts';
import * as baseline from '#model/baseline.ts';
import * as changeset from '#model/changeset.ts';
import * as checkReport from '#model/check-report.ts';
import * as cost from '#model/cost.ts';
import * as decision from '#model/decision.ts';
import * as engineError from '#model/engine-error.ts';
import * as engineOutcome from '#model/engine-outcome.ts';
import * as enginePlan from '#model/engine-plan.ts';
import * as eventLine from '#model/event-line.ts';
import * as event from '#model/event.ts';
import * as finding from '#model/finding.ts';
import * as ids from '#model/ids.ts';
import * as judging from '#model/judging.ts';
import * as lookFacts from '#model/look-facts.ts';
import * as message from '#model/message.ts';
import * as metric from '#model/metric.ts';
import * as observation from '#model/observation.ts';
import * as ownFiles from '#model/own-files.ts';
import * as proofs from '#model/proof.ts';
import * as provider from '#model/provider.ts';
import * as runBrief from '#model/run-brief.ts';
import * as runReport from '#model/run-report.ts';
import * as review from '#model/review.ts';
import * as run from '#model/run.ts';
import * as sessionSummary from '#model/session-summary.ts';
import * as session from '#model/session.ts';
import * as structuredPlan from '#model/structured-plan.ts';
import * as suggestedChanges from '#model/suggested-change.ts';
import * as task from '#model/task.ts';
import * as testEvidence from '#model/test-evidence.ts';
import * as transition from '#model/transition.ts';
import * as validation from '#model/validation.ts';
import * as vectorComponent from '#model/vector-component.ts';
import * as vouching from '#model/vouching.ts';
import * as workspaceId from '#model/workspace-id.ts';
import * as workspace from '#model/workspace.ts';
import * as agents from './samples/agents.ts';
import * as changes from './samples/changes.ts';
import * as checkReports from './samples/check-reports.ts';
import * as collections from './samples/collections.ts';
import * as engines from './samples/engines.ts';
import * as identity from './samples/identity.ts';
import * as judgings from './samples/judging.ts';
import * as looks from './samples/looks.ts';
import * as messages from './samples/messages.ts';
import { proof } from './samples/proof.ts';
import * as runBriefs from './samples/run-briefs.ts';
import * as runReports from './samples/run-reports.ts';
import * as runs from './samples/runs.ts';
import type { SamplesOf } from './samples/sample.ts';
import { suggestedChange } from './samples/suggested-change.ts';
import * as tasks from './samples/tasks.ts';
import { testEvidence as evidenceSamples } from './samples/test-evidence.ts';
import * as vouchings from './samples/vouching.ts';
import * as workspaces from './samples/workspaces.ts';

/** Every file of the model. */
export const modules = {
  'agent-request': agentRequest,
  'agent-result': agentResult,
  artifact,
  attempt,
  baseline,
  changeset,
  'check-report': checkReport,
  cost,
  decision,
  'engine-error': engineError,
  'engine-outcome': engineOutcome,
  'engine-plan': enginePlan,
  'event-line': eventLine,
  event,
  finding,
  ids,
  judging,
  'look-facts': lookFacts,
  message,
  metric,
  observation,
  'own-files': ownFiles,
  proof: proofs,
  provider,
  review,
  run,
  'run-brief': runBrief,
  'run-report': runReport,
  session,
  'session-summary': sessionSummary,
  'structured-plan': structuredPlan,
  'suggested-change': suggestedChanges,
  task,
  'test-evidence': testEvidence,
  transition,
  validation,
  'vector-component': vectorComponent,
  vouching,
  workspace,
  'workspace-id': workspaceId,
};

/** Samples of every schema in every file; the compiler asks for those of a new one. */
export const samples: {
  readonly [File in keyof typeof modules]: SamplesOf<(typeof modules)[File]>;
} = {
  'agent-request': agents.agentRequest,
  'agent-result': agents.agentResult,
  artifact: collections.artifact,
  attempt: tasks.attempt,
  baseline: collections.baseline,
  changeset: changes.changeset,
  'check-report': checkReports.checkReport,
  cost: runs.cost,
  decision: looks.decision,
  'engine-error': collections.engineError,
  'engine-outcome': engines.engineOutcome,
  'engine-plan': engines.enginePlan,
  'event-line': {},
  event: runs.event,
  finding: collections.finding,
  ids: identity.ids,
  judging: judgings.judging,
  'look-facts': looks.lookFacts,
  message: messages.message,
  metric: runs.metric,
  observation: looks.observation,
  'own-files': {},
  proof,
  provider: {},
  review: tasks.review,
  run: runs.run,
  'run-brief': runBriefs.runBrief,
  'run-report': runReports.runReport,
  session: workspaces.session,
  'session-summary': runReports.sessionSummary,
  'structured-plan': changes.structuredPlan,
  'suggested-change': suggestedChange,
  task: tasks.task,
  'test-evidence': evidenceSamples,
  transition: workspaces.transition,
  validation: tasks.validation,
  'vector-component': checkReports.vectorComponent,
  vouching: vouchings.vouching,
  workspace: workspaces.workspace,
  'workspace-id': {},
};
