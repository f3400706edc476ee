import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with the flows: they take longest and mostly wait, so the quick tests fill the time that they leave. */
export class FlowsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [flows, others] = [files.filter(isFlow), files.filter((file) => !isFlow(file))];
    return [...(await this.#usual(flows)), ...(await this.#usual(others))];
  }

  #usual(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- What sorts here is no array.
    return super.sort(files);
  }
}

function isFlow({ moduleId }: TestSpecification): boolean {
  return /\/test\/(?:demo|flow)\//.test(moduleId);
}
