import { compareText } from '#base/order.ts';
import { fileOfTest } from '#check/rules/findings/test-names.ts';
import { shortened } from '#base/plain-text.ts';
import { counted } from '#base/words.ts';
import { cappedList } from './capped-list.ts';
import type { TaskDraft } from './draft.ts';

/** Which tests are brought back: those that are expected to fail and pass, or all that are skipped too. */
export type WantedSkips = 'passing' | 'all';

export interface SkippedTests {
  readonly tests: readonly { readonly id: string; readonly skipped: boolean }[];
  /** Names of those that are expected to fail, and pass. */
  readonly passing: readonly string[];
}

/** The tests whose marks are to go. */
export function unwantedSkips(
  { tests, passing }: SkippedTests,
  wanted: WantedSkips,
): readonly string[] {
  if (wanted === 'passing') return passing;
  const skipped = tests.filter((test) => test.skipped).map(({ id }) => id);
  return [...new Set([...passing, ...skipped])];
}

interface Skips {
  /** By their names in the repository. */
  readonly skips: readonly string[];
  /** The folder that their engine runs in. */
  readonly root: string;
  readonly tool: string;
}

/** One task for each file with tests whose marks are to go. */
export function bySkippedFile({ skips, root, tool }: Skips): readonly TaskDraft[] {
  const byFile = Map.groupBy(skips.toSorted(compareText), fileOfTest);
  return [...byFile].map(([file, ids]) => ({
    taskType: 'remove_skip',
    rank: { stage: 'skips', severity: 'low' },
    title: shortened(`Bring back ${counted(ids.length, 'skipped test')} in ${file}`, longestTitle),
    description: describe(tool, ids),
    targets: {
      files: [file],
      testIds: ids.map((id) => (root === '.' ? id : id.slice(root.length + 1))),
      modules: [],
    },
    findingIds: [],
  }));
}

const longestTitle = 300;

function describe(tool: string, ids: readonly string[]): string {
  const told = [
    `The tests below are marked as skipped, or as expected to fail. Take the marks away, by the means of ${tool}, so that the tests run. Where one fails then, repair the code that it tests.`,
    'Forbidden:\n- skipping any test, or weakening or deleting one;\n- editing the configuration of a tool, or the baseline.',
    'Where a test must be skipped for a reason that holds, such as another operating system, leave it and end with the status "failure".',
    'Done: these tests run and pass, and all others are reported as before.',
  ].join('\n\n');
  const list = cappedList(
    ids.map((id) => `- ${id}`),
    (left) => `- and ${left} more in the same file.`,
  );
  return `${told}\n\nTests:\n${list}`;
}
