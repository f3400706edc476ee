import type * as z from 'zod';
import { agentRequest } from '#model/agent-request.ts';
import { agentResult } from '#model/agent-result.ts';
import { checkReport } from '#model/check-report.ts';
import { runReport } from '#model/run-report.ts';
import { structuredPlan } from '#model/structured-plan.ts';
import { configFile } from './schema.ts';

/** What is published as JSON Schema: what people and their programs write or read. Names are file names. */
export const schemas: Readonly<Record<string, z.ZodType>> = {
  ratchetr: configFile,
  'agent-request': agentRequest,
  'agent-result': agentResult,
  'check-report': checkReport,
  'run-report': runReport,
  'structured-plan': structuredPlan,
};
