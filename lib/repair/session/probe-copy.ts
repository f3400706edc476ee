import * as z from 'zod';
import { parseJson } from '#base/json.ts';
import { fixedEnv, inherited, readPrinted } from '#check/run-tool.ts';
import { makeReady } from '#check/run-engines.ts';
import type { Engine } from '#engines/contract.ts';
import type { Sha } from '#model/ids.ts';
import {
  explainLeaks,
  importedNames,
  type LeakingInterpreter,
} from '../rules/session/closed-copy.ts';
import type { RepairServices, SessionContext } from './session.ts';

/**
 * Asks each interpreter of Python where it would find the code of the repository in a copy that holds none of it: nowhere, or
 * what is judged in copies is not what was changed there. Nothing of the repository is imported for it.
 */
export async function findWayOut(
  deps: RepairServices,
  session: SessionContext,
  tree: Sha,
): Promise<string | undefined> {
  const names = importedNames((await deps.trees.list(tree)).paths);
  if (names.length === 0 || ![...session.check.engines.values()].some(isPython)) return undefined;
  const copy = await deps.copies.open(tree, {
    hidden: ['**/*.py', '**/*.pyi'],
    linked: session.linked,
  });
  try {
    const leaks: LeakingInterpreter[] = [];
    for (const [interpreter, engines] of interpretersIn(session, copy.path)) {
      const found = await askInterpreter(deps, session, { interpreter, names, copy: copy.path });
      leaks.push({ engines, interpreter, found });
    }
    return explainLeaks(leaks);
  } finally {
    await copy.release();
  }
}

function isPython({ program }: Engine): boolean {
  return program.kind === 'python-module';
}

/** Those that start engines in a copy, with the engines. */
function interpretersIn(
  { check }: SessionContext,
  copy: string,
): ReadonlyMap<string, readonly string[]> {
  const started = check.schedule.entries.flatMap((entry) => {
    const { program, python, engine } = makeReady({ ...check, repository: copy }, entry);
    const own = program.indexOf('-m') === 1 ? [program[0]] : [];
    const interpreters = [...own, ...(python === undefined ? [] : [python])];
    return interpreters.map((interpreter) => ({ interpreter, engine: engine.id }));
  });
  const groups = Map.groupBy(started, ({ interpreter }) => interpreter);
  return new Map(
    [...groups].map(([interpreter, all]) => [
      interpreter,
      [...new Set(all.map(({ engine }) => engine))],
    ]),
  );
}

const findModules = `
import importlib.util, json, os, sys
names, root, copy = json.loads(sys.argv[1])
def below(path, folder):
    return (os.path.realpath(path) + os.sep).startswith(os.path.realpath(folder) + os.sep)
def leads_out(path):
    return below(path, root) and not below(path, sys.prefix) and not below(path, copy)
found = {}
for name in names:
    try:
        spec = importlib.util.find_spec(name)
    except Exception:
        continue
    places = [] if spec is None else [spec.origin, *(spec.submodule_search_locations or [])]
    out = [place for place in places if isinstance(place, str) and leads_out(place)]
    if out:
        found[name] = out[0]
print(json.dumps(found))
`;

const answer = z.record(z.string(), z.string());

interface Question {
  readonly interpreter: string;
  readonly names: readonly string[];
  readonly copy: string;
}

/** An interpreter that does not answer starts no tool either. */
async function askInterpreter(
  { processes, scratch }: RepairServices,
  { check }: SessionContext,
  { interpreter, names, copy }: Question,
): Promise<LeakingInterpreter['found']> {
  const outputDir = await scratch.create();
  try {
    const { exit, stdout } = await processes.run(
      {
        argv: [interpreter, '-c', findModules, JSON.stringify([names, check.repository, copy])],
        cwd: copy,
        inheritEnv: inherited,
        env: fixedEnv,
        outputDir,
        wallMs: 60_000,
        maxOutputBytes: 4 * 1024 * 1024,
        graceMs: 5_000,
      },
      check.signal,
    );
    if (exit.kind !== 'exited' || exit.code !== 0) return {};
    const lines = (await readPrinted(scratch, stdout)).trim().split('\n');
    return answer.safeParse(parseJson(lines.at(-1) ?? '')).data ?? {};
  } finally {
    await scratch.remove(outputDir);
  }
}
