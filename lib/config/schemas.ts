import type * as z from 'zod';
import { agentRequest } from '#domain/model/agent-request.ts';
import { agentResult } from '#domain/model/agent-result.ts';
import { artifact } from '#domain/model/artifact.ts';
import { attempt } from '#domain/model/attempt.ts';
import { changeset } from '#domain/model/changeset.ts';
import { checkReport } from '#domain/model/check-report.ts';
import { decision } from '#domain/model/decision.ts';
import { engineError } from '#domain/model/engine-error.ts';
import { event } from '#domain/model/event.ts';
import { finding } from '#domain/model/finding.ts';
import { message } from '#domain/model/message.ts';
import { observation } from '#domain/model/observation.ts';
import { runBrief } from '#domain/model/run-brief.ts';
import { runReport } from '#domain/model/run-report.ts';
import { run } from '#domain/model/run.ts';
import { structuredPlan } from '#domain/model/structured-plan.ts';
import { task } from '#domain/model/task.ts';
import { transition } from '#domain/model/transition.ts';
import { workspaceHead } from '#domain/model/workspace.ts';
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
