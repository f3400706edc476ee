import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Begins the note of every test that was skipped because something could not be fetched. */
export const outOfReach = 'PyPI cannot be reached';

/** Begins the note of every test that was skipped because the programs of agents could not be fetched. */
export const noAgents = 'The registry of npm cannot be reached';

/** Begins the note of every test that was skipped because there is no browser. */
export const noChromium = 'There is no Chromium';

/** Begins the note of every test that was skipped because a compiler and its tools are not on this machine. */
export const noToolchain = 'There is no toolchain';

/** Says loudly at the end which tests did not run because what they need is not to be had. */
export class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    for (const reason of [outOfReach, noAgents, noChromium, noToolchain]) {
      tell(
        reason,
        skipped.filter((test) => noteOf(test).startsWith(reason)),
      );
    }
  }
}

function noteOf(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' ? (result.note ?? '') : '';
}

function tell(reason: string, skipped: readonly TestCase[]): void {
  if (skipped.length === 0) return;
  const line = '!'.repeat(80);
  const inCi = reason === noToolchain ? '' : ' In CI this is a failure.';
  const head = `${skipped.length} TESTS DID NOT RUN: ${reason}.${inCi}`;
  const names = skipped.map(({ fullName }) => `  ${fullName}`);
  process.stderr.write(`\n${[line, head, ...names, line].join('\n')}\n`);
}
