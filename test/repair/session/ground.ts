import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { folders } from '#platform/files/folders.ts';
import { createRepository } from '#platform/files/repository.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createCopies } from '#platform/git/copies.ts';
import { createHistory } from '#platform/git/history.ts';
import { openTrees } from '#platform/git/trees.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { autofix } from '#agents/autofix/agent.ts';
import type { Event } from '#model/event.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { Engine } from '#engines/contract.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { SessionProgress } from '#repair/needs/session-progress.ts';
import { runSession, type SessionStart } from '#repair/run-session.ts';
import type { SessionEnd } from '#repair/session/end-session.ts';
import type { SessionContext, RepairServices, SessionSettings } from '#repair/session/session.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { aRun, workerId } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Tree, treeOf } from '../plan/plan-ground.ts';
import { carryOut } from './carry-out.ts';
import { type Planted, repair, shellAgent } from './agents.ts';
import { entryOf, lineEngine } from './line-engine.ts';
import { usualSettings } from './settings.ts';

export interface Planting {
  readonly files?: Readonly<Record<string, string>>;
  readonly engines?: readonly Engine[];
  /** In their order; the repair by the engines themselves is there in any case. */
  readonly agents?: readonly Planted[];
  readonly settings?: Partial<SessionSettings>;
}

/** One worker of a session, and what is different about it. */
interface Worker {
  readonly name?: string;
  readonly stop?: AbortSignal;
  readonly deps?: Partial<RepairServices>;
  readonly settings?: Partial<SessionSettings>;
  readonly begin?: Partial<SessionStart>;
  readonly takenBack?: SessionContext['takenBack'];
  /** Told of what the session tells whoever watches it. */
  readonly watch?: Partial<SessionProgress>;
}

export interface SessionGround {
  readonly root: string;
  /** Outside of the repository: for what agents write down. */
  readonly marks: string;
  readonly runId: RunId;
  readonly start: Sha;
  readonly deps: RepairServices;
  readonly store: RunStore;
  readonly events: readonly Event[];
  readonly run: (worker?: Worker) => Promise<SessionEnd>;
  /** What a tree holds. */
  readonly filesOf: (tree: Sha) => Promise<Tree>;
}

/** The engine that finds BAD. */
export const bad = lineEngine({ id: 'bad', word: 'BAD' });

/** So many files with one line that is bad, each in the middle. */
export function badFiles(count: number): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => `src/f${index}.txt`);
  return Object.fromEntries(names.map((name) => [name, `${name}\n\nBAD one\n\nend\n`]));
}

/** A repository of its own with all that a session needs: everything real, but for an engine and agents of no cost. */
export async function sessionGround(planting: Planting = {}): Promise<SessionGround> {
  const { files = badFiles(2) } = planting;
  const { root, git } = await gitRepository(files);
  const [outside, marks] = [await tempFolder(), await tempFolder()];
  const events: Event[] = [];
  const made = await openDeps(planting, { root, outside, marks, events });
  const headSha = git('rev-parse', 'HEAD');
  const run = aRun({ id: 'run-1', repoPath: root, headSha });
  await made.store.createRun(run);
  const start = await made.deps.trees.capture(root);
  return {
    ...made,
    runId: run.id,
    root,
    marks,
    start,
    events,
    run: ({ deps, begin, watch, ...worker } = {}) =>
      runSession(
        { ...made.deps, ...deps, session: { ...unwatched, ...watch } },
        contextOf(planting, { run, root }, worker),
        { tree: start, home: start, first: [], beside: [], instead: [], ...begin },
      ),
    filesOf: async (tree) => {
      const copy = await made.deps.copies.open(tree, { hidden: [], linked: [] });
      try {
        return await treeOf(copy.path);
      } finally {
        await copy.remove();
      }
    },
  };
}

const unwatched: SessionProgress = {
  collecting: () => undefined,
  collected: () => {},
  planned: () => {},
  attempt: () => {},
  ended: () => {},
};

interface Places {
  readonly root: string;
  readonly outside: string;
  readonly marks: string;
  readonly events: Event[];
}

async function openDeps(planting: Planting, { root, outside, marks, events }: Places) {
  const parentEnv = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', MARKS: marks };
  const processes = createProcesses({ clock: systemClock, parentEnv });
  const scratch = createScratch();
  const own = { processes, scratch, gitDir: join(outside, 'trees.git'), repository: root };
  const database = openDatabase({ path: join(outside, 'state.db') });
  onTestFinished(() => database.close());
  const store = createSqliteRunStore({ database }, { leaseGraceMs: 0 });
  await store.init();
  const deps: RepairServices = {
    processes,
    scratch,
    folders,
    clock: systemClock,
    ids: createIds({ clock: systemClock }),
    hash: systemHash,
    sources: createRepository({ env: {} }),
    history: createHistory(own),
    log: createTextLog({ clock: systemClock, output: { write: () => true } }, { level: 'error' }),
    recordedOf: async () => new Map(),
    runs: store,
    artifacts: createFileArtifacts({ root: join(outside, 'artifacts') }),
    events: { emit: async (event) => void events.push(event) },
    trees: await openTrees(own),
    copies: createCopies({ ...own, parent: join(outside, 'copies') }),
    session: unwatched,
    toolsFor: async ({ commands }) => ({
      lines: commands.map(({ args }) => args.join(' ')),
      tools: [],
      path: [],
      env: {},
    }),
    commandOf: ({ args }) => [args[0] ?? '', ...args.slice(1)],
    carryOut,
    agents: agentsOf(planting),
  };
  return { deps, store };
}

function plantedIn({ agents = [shellAgent(repair)] }: Planting): readonly Planted[] {
  return agents;
}

function agentsOf(planting: Planting): RepairServices['agents'] {
  const planted = plantedIn(planting);
  const findPlanted = (id: string) => planted.find(({ agent }) => agent.id === id);
  return {
    find: (id) => (id === autofix.id ? autofix : findPlanted(id)?.agent),
    settingsOf: () => ({ args: [], env: ['MARKS'] }),
    programOf: ({ id }) => findPlanted(id)?.program,
    open: async () => undefined,
  };
}

function contextOf(
  planting: Planting,
  { run, root }: { readonly run: SessionContext['run']; readonly root: string },
  { name = 'first', stop, settings, takenBack }: Worker,
): SessionContext {
  const { engines = [bad] } = planting;
  const signal = stop ?? new AbortController().signal;
  return {
    run,
    runId: run.id,
    check: {
      repository: root,
      schedule: { entries: engines.map(entryOf), problems: [] },
      engines: new Map(engines.map((engine) => [engine.id, engine])),
      programOf: ({ program }) => (program.kind === 'binary' ? [program.name] : [process.execPath]),
      timeoutOf: () => 20_000,
      parallel: 2,
      facts: someFacts({}),
      ref: undefined,
      baseline: { source: 'none', path: '.ratchetr/baseline' },
      signal,
    },
    base: {
      commit: null,
      ref: null,
      because: 'there is none',
      changes: { renames: new Map(), deleted: new Set(), changed: new Set() },
      isChangedLine: () => false,
      readFile: async () => undefined,
    },
    linked: [],
    wanted: () => true,
    takenBack,
    settings: {
      ...usualSettings,
      order: plantedIn(planting).map(({ agent }) => agent.id),
      ...planting.settings,
      ...settings,
    },
    worker: workerId(name),
    parents: [run.headSha],
    stop: signal,
  };
}
