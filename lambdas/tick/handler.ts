import { openControl } from '#aws/runtime/open-control.ts';
import { createTickStore } from '#store/dynamo/tick.ts';
import { readEnvironment } from '#config/env.ts';
import { wakeDue } from '#ratchet/wake-due.ts';

const control = openControl(readEnvironment(), 'tick');
const ticks = createTickStore(control.table);

/** Queues what is due. Two at once do no harm: each workspace is postponed by one of them. */
export async function handler(): Promise<void> {
  const { clock, metrics } = control;
  try {
    await wakeDue(control);
    await ticks.record(clock.now());
    metrics.count('ticks_completed', 1);
  } finally {
    metrics.flush();
  }
}
