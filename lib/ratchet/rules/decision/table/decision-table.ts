import type { FixupBasis, Condition, DecisionTable } from './condition.ts';
import { failureObstacles } from './failure-obstacles.ts';
import { attemptsSpent, fixupObstacles } from './fixup-obstacles.ts';
import { guards } from './guards.ts';
import { launchObstacles } from './launch-obstacles.ts';
import { ownSession } from './own-session.ts';
import { configBroken, waitingObstacles } from './waiting-obstacles.ts';

/** Everything that decisions are made by, told by and explained by. */
export const decisionTable: DecisionTable = {
  session: ownSession,
  guards,
  obstacles: [
    attemptsSpent,
    ...launchObstacles,
    ...fixupObstacles,
    ...failureObstacles,
    ...waitingObstacles,
  ],
  veto: configBroken,
};

/** All conditions, in the order in which they are asked. */
export function listConditions(table: DecisionTable): readonly Condition<FixupBasis>[] {
  return [...table.session, ...table.guards, ...table.obstacles, table.veto];
}

/** undefined: another version decided so. */
export function findCondition(
  code: string | undefined,
  table: DecisionTable = decisionTable,
): Condition<FixupBasis> | undefined {
  return listConditions(table).find((one) => one.code === code);
}
