import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By then the last flow has begun: a long one at the very end would have all others wait for it. */
const shareOfRun = 0.75;

/**
 * Spreads the flows among all else: they take longest and mostly wait, so at any time some workers are to wait while
 * the others keep the processors busy. What needs no process of its own comes last and fills up the end.
 */
export class FlowsSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = Object.groupBy(files, kindOf);
    const { flow = [], sharing = [], other = [] } = kinds;
    const [flows, others] = [await this.#usual(flow), await this.#usual(other)];
    return [...spread(flows, others), ...(await this.#usual(sharing))];
  }

  #usual(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- What sorts here is no array.
    return super.sort(files);
  }
}

function kindOf({ moduleId, project }: TestSpecification): 'flow' | 'sharing' | 'other' {
  if (/\/test\/(?:demo|flow)\//.test(moduleId)) return 'flow';
  return project.name === 'sharing' ? 'sharing' : 'other';
}

/** Both in their order, the first ones evenly among the greater part of the others. */
export function spread<T>(some: readonly T[], others: readonly T[]): T[] {
  const pace = Math.floor((others.length * shareOfRun) / Math.max(1, some.length));
  const begun = some.flatMap((one, at) => [one, ...others.slice(at * pace, (at + 1) * pace)]);
  return [...begun, ...others.slice(some.length * pace)];
}
