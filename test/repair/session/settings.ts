import { defaultTaskLimits } from '#repair/rules/tasks/draft.ts';
import type { SessionSettings } from '#repair/session/session.ts';

/** What a session does unless a test asks for something else. */
export const usualSettings: SessionSettings = {
  order: ['command'],
  maxWorkers: 2,
  maxAgents: 2,
  budgetUsd: 1,
  limits: {
    allowedPaths: ['**'],
    readOnlyPaths: [],
    protectedPaths: [],
    executingPaths: [],
    maxFilesChanged: 20,
    maxLinesChanged: 500,
    forbidDeletePaths: [],
  },
  maxCopyBytes: 64 * 1024 * 1024,
  retryPolicy: {
    maxAttempts: 3,
    maxLeaseLosses: 3,
    backoff: { initialMs: 0, factor: 1, maxMs: 0 },
  },
  checkpoint: { everyTasks: 100, everyMs: 600_000 },
  allowed: {
    fix: true,
    add_test: true,
    remove_skip: true,
    refactor: true,
    quarantine: false,
    suppress: false,
    autofix: true,
    autofix_unsafe: true,
    resolve_conflict: true,
    address_review: true,
  },
  taskLimits: defaultTaskLimits,
  skips: 'passing',
  attemptMs: 60_000,
  sessionMs: 600_000,
  leaseMs: 60_000,
};
