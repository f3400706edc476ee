import { describeComponent } from '#check/rules/findings/vector-component.ts';
import type { VectorReport } from '#model/check-report.ts';
import type { VectorComponent } from '#model/vector-component.ts';

type Compared = VectorReport['components'][number];

/** What a report tells of one component. */
export function compared(
  measures: VectorComponent,
  result: Compared['result'] = 'worse',
): Compared {
  const component = describeComponent(measures);
  return { component, measures, result, sentence: `${component} is ${result}.` };
}
