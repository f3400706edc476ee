import * as z from 'zod';
import { agents } from './sections/agents.ts';
import { check, baseline, projects, scope } from './sections/checking.ts';
import { engines, profileInUse, profiles } from './sections/engines.ts';
import { limits } from './sections/limits.ts';
import { metrics } from './sections/metrics.ts';
import { models } from './sections/models.ts';
import { branch, flakes, policy, tasks, trust } from './sections/policy.ts';
import { checkpoint, setup, tools, workers, execution, timeouts } from './sections/running.ts';
import { brake, budgets, retry } from './sections/spending.ts';
import { trueOrFalse } from './values.ts';

/** What `ratchetr.yaml` may hold; unknown keys are refused so that a typing error never acts as a default. */
export const configFile = z
  .strictObject({
    version: z
      .literal(1, { error: '1, the only version there is' })
      .default(1)
      .describe('Version of this format.'),
    enabled: trueOrFalse()
      .default(false)
      .describe('Whether pull requests are repaired without a request.'),
    engines,
    metrics,
    projects,
    scope,
    check,
    profile: profileInUse,
    profiles,
    baseline,
    limits,
    agents,
    models,
    budgets,
    retry,
    checkpoint,
    execution,
    workers,
    tools,
    setup,
    timeouts,
    policy,
    brake,
    tasks,
    trust,
    flakes,
    branch,
  })
  .describe('Configuration of Ratchetr for one repository.');

/** Complete settings: every default filled in, every duration in milliseconds. */
export type Config = z.output<typeof configFile>;
