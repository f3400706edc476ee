import type { Reporter, TestModule } from 'vitest/node';

/** Begins the note of every test that was skipped because something could not be fetched. */
export const outOfReach = 'PyPI cannot be reached';

/** Says loudly at the end which tests did not run because what they need could not be fetched. */
export class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules
      .flatMap((module) => [...module.children.allTests('skipped')])
      .filter((test) => {
        const result = test.result();
        return result.state === 'skipped' && result.note?.startsWith(outOfReach) === true;
      });
    if (skipped.length === 0) return;
    const line = '!'.repeat(80);
    const head = `${skipped.length} TESTS DID NOT RUN: ${outOfReach}. In CI this is a failure.`;
    const names = skipped.map(({ fullName }) => `  ${fullName}`);
    process.stderr.write(`\n${[line, head, ...names, line].join('\n')}\n`);
  }
}
