import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/system/clock.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { PlanJournal } from '#repair/needs/plan-journal.ts';
import { endOf, type Ended, execute, type Extras, type PlanGround } from './plan-ground.ts';

class Killed extends Error {}

/** Carries out a plan whose process dies after each of these numbers of events, and then without disturbance. */
export async function executeWithKills(
  ground: PlanGround,
  plan: StructuredPlan,
  { kills, ...extras }: Extras & { readonly kills: readonly number[] },
): Promise<Ended> {
  for (const kill of kills) {
    try {
      return endOf(await execute(ground, plan, { ...extras, ...dying(ground, kill) }));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  return endOf(await execute(ground, plan, extras));
}

/** Every look at the clock and every line of the journal is an event; a line may be the last, whole or torn. */
function dying({ room }: PlanGround, kill: number): Pick<Extras, 'clock' | 'watch'> {
  let events = 0;
  const pass = (): void => {
    events += 1;
    if (events >= kill) throw new Killed('killed here');
  };
  const watch = (journal: PlanJournal): PlanJournal => ({
    entries: () => journal.entries(),
    append: (entry) => {
      if (events + 1 === kill && kill % 3 === 0) {
        appendFileSync(join(room, 'plan.jsonl'), JSON.stringify(entry).slice(0, 25));
      }
      pass();
      journal.append(entry);
      pass();
    },
  });
  const now = (): number => {
    pass();
    return systemClock.now();
  };
  return { watch, clock: { ...systemClock, now } };
}
