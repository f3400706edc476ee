import type * as z from 'zod';
import { agentRequest } from '#model/agent-request.ts';
import { agentResult } from '#model/agent-result.ts';
import { artifact } from '#model/artifact.ts';
import { attempt } from '#model/attempt.ts';
import { changeset } from '#model/changeset.ts';
import { checkReport } from '#model/check-report.ts';
import { decision } from '#model/decision.ts';
import { engineError } from '#model/engine-error.ts';
import { event } from '#model/event.ts';
import { finding } from '#model/finding.ts';
import { message } from '#model/message.ts';
import { observation } from '#model/observation.ts';
import { runBrief } from '#model/run-brief.ts';
import { runReport } from '#model/run-report.ts';
import { run } from '#model/run.ts';
import { structuredPlan } from '#model/structured-plan.ts';
import { task } from '#model/task.ts';
import { transition } from '#model/transition.ts';
import { workspaceHead } from '#model/workspace.ts';
import { configFile } from './schema.ts';

/** What is published as JSON Schema: what people write, and what travels between processes. Names are file names. */
export const schemas: Readonly<Record<string, z.ZodType>> = {
  ratchetr: configFile,
  'agent-request': agentRequest,
  'agent-result': agentResult,
  artifact,
  attempt,
  changeset,
  'check-report': checkReport,
  decision,
  'engine-error': engineError,
  event,
  finding,
  message,
  observation,
  run,
  'run-brief': runBrief,
  'run-report': runReport,
  'structured-plan': structuredPlan,
  task,
  transition,
  workspace: workspaceHead,
};
