import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ofType, type StackTemplate } from '../stack-template.ts';
import type { Functions } from './functions.ts';
import type { Stack } from './resources.ts';

const schedule = z.object({
  ScheduleExpression: z.string(),
  Target: z.object({ Arn: z.string() }),
});

export interface SchedulesOptions {
  readonly template: StackTemplate;
  readonly stack: Stack;
  readonly functions: Functions;
  /** How long a minute lasts here. */
  readonly minuteMs: number;
  readonly signal: AbortSignal;
}

/** Invokes functions as the schedules of the template say. A turn that fails is followed by the next one. */
export async function runSchedules(options: SchedulesOptions): Promise<void> {
  const schedules = ofType(options.template, 'AWS::Scheduler::Schedule');
  await Promise.all(schedules.map(([id]) => runSchedule(options, id)));
}

async function runSchedule(options: SchedulesOptions, id: string): Promise<void> {
  const { stack, functions, minuteMs, signal } = options;
  const { ScheduleExpression: rate, Target: target } = schedule.parse(await stack.properties(id));
  const minutes = /^rate\((\d+) minutes?\)$/.exec(rate)?.[1];
  if (minutes === undefined) throw new Error(`The emulated cloud does not understand ${rate}`);
  const called = functions.find(target.Arn);
  while (!signal.aborted) {
    await called.invoke({}).catch(() => undefined);
    await sleep(Number(minutes) * minuteMs, undefined, { signal }).catch(() => undefined);
  }
}
