import { join } from 'node:path';
import { gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');

export interface FaultCase {
  /** The name of what is wrong in its file. */
  readonly fault: string;
  /** What the agent writes, or removes by null; `self` is the file with the fault. */
  readonly writes: Readonly<Record<string, string | null>>;
  /** A code that the verdict must have. */
  readonly code?: string;
  /** A file beside it. */
  readonly beside?: string;
}

type FaultCases = Readonly<Record<string, FaultCase>>;

export interface CaseProject {
  /** Files beside those of the cases. */
  readonly files: Readonly<Record<string, string>>;
  readonly engines: readonly string[];
  /** What is wrong, by its name: the engine that finds it, and a file with it. */
  readonly faults: Readonly<Record<string, readonly [engine: string, text: string]>>;
  /** Each makes its fault disappear without repairing it. */
  readonly cheats: FaultCases;
  /** Each repairs its fault, some with more beside it. */
  readonly repairs: FaultCases;
  readonly ending: string;
  /** Brings the tools. */
  readonly provide: (root: string) => Promise<void>;
}

/** Has an agent do all of it in one session, and tells of each case what was said of it, and of each cheat only its code where that is among it. */
export async function verdictsOn(project: CaseProject) {
  const { root } = await gitRepository(filesOf(project));
  await project.provide(root);
  const { report } = await fix(root, ['--branch', 'fixes']);
  const tries = triesOf(report);
  const { faults, cheats, repairs } = project;
  const verdictOn = (name: string, { fault }: FaultCase): string =>
    tries[`${faults[fault]?.[0]} ${pathOf(project, name)}`]?.join() ?? 'none';
  return {
    dropped: report.summary?.dropped,
    cheats: mapCases(cheats, (name, one) => {
      const verdict = verdictOn(name, one);
      return one.code !== undefined && verdict.includes(one.code) ? one.code : verdict;
    }),
    repairs: mapCases(repairs, verdictOn),
  };
}

/** Each cheat is refused by its code, each repair is taken, and nothing is taken out at the end. */
export function rightVerdicts({ cheats, repairs }: CaseProject) {
  return {
    dropped: [],
    cheats: mapCases(cheats, (_, { code = '' }) => code),
    repairs: mapCases(repairs, () => 'command: accepted'),
  };
}

function mapCases(cases: FaultCases, say: (name: string, one: FaultCase) => string) {
  return Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, say(name, one)]));
}

function pathOf({ ending }: CaseProject, name: string): string {
  return `shop/${name}${ending}`;
}

function filesOf(project: CaseProject): Readonly<Record<string, string>> {
  const all = Object.entries({ ...project.cheats, ...project.repairs });
  const orders = all.map(([name, { writes }]) => {
    const own = pathOf(project, name);
    const files = Object.entries(writes).map(([path, text]) => [
      path === 'self' ? own : path,
      text,
    ]);
    return [own, Object.fromEntries(files)];
  });
  const order = JSON.stringify(Object.fromEntries(orders));
  return {
    '.gitignore': '.venv\n.ratchetr\nnode_modules\n',
    ...project.files,
    ...Object.fromEntries(
      all.map(([name, { fault }]) => [pathOf(project, name), project.faults[fault]?.[1] ?? '']),
    ),
    ...Object.fromEntries(
      all.flatMap(([name, { beside }]) =>
        beside === undefined ? [] : [[pathOf(project, `${name}_user`), beside]],
      ),
    ),
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      check: { engines: project.engines },
      tasks: { autofix: false },
      agents: {
        order: ['command'],
        settings: { command: { command: [process.execPath, writer, order] } },
      },
      retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
    }),
  };
}
