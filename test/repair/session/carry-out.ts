import { createScratch } from '#platform/files/scratch.ts';
import type { RepairServices } from '#repair/session/session.ts';
import { execute } from '../plan/plan-ground.ts';

const scratch = createScratch();

/** Carries out a plan in a copy, by the real executor. */
export const carryOut: RepairServices['carryOut'] = async (plan, { folder, leaveOut, signal }) => {
  const room = await scratch.create();
  try {
    const result = await execute({ folder, room }, plan, { leaveOut, signal });
    if (result.kind === 'refused') {
      return { kind: 'refused', sentence: 'The plan was refused.', usd: 0 };
    }
    const { kind, usd, progress } = result;
    const failed = progress.steps.find(({ reason }) => reason !== undefined);
    return { kind, usd, progress, sentence: failed?.reason ?? '' };
  } finally {
    await scratch.remove(room);
  }
};
