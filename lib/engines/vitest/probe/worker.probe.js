// Vite reads it as it reads the tests, so that it runs anew for each file of tests.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canaryBody } from '../../_javascript/probe/canaries.probe.mjs';
import { Functions } from '../../_javascript/probe/functions.probe.mjs';
import { Lines } from '../../_javascript/probe/lines.probe.mjs';
import { placeOfTest } from '../../_javascript/probe/study.probe.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = join(dirname(folder), `run-${basename(folder)}`);
const asked = JSON.parse(readFileSync(join(work, 'run.json'), 'utf8'));
const runner = globalThis.__vitest_index__;
const names = new Map();

if (asked.mode === 'plain') plantCanaries();
else watchModules();

function plantCanaries() {
  for (const canary of asked.canaries) {
    runner.test(
      canary.name,
      canaryBody(canary, () => runner.expect),
    );
    names.set(canary.name, canary);
  }
  // Some run before the tests of the project, some after them.
  runner.beforeAll(function place() {
    const file = fileIn(arguments);
    const own = file.tasks.filter(isCanary);
    const others = file.tasks.filter((task) => !own.includes(task));
    for (const task of own) task.mode = 'run';
    const half = own.length >> 1;
    file.tasks.splice(0, file.tasks.length, ...own.slice(0, half), ...others, ...own.slice(half));
  });
  runner.afterAll(function tellEnds() {
    const file = fileIn(arguments);
    const ended = testsBelow(file.tasks, []).map(({ task, path }) => ({
      names: path,
      canary: isCanary(task) ? task.name : undefined,
      outcome: outcomeOf(task),
      tookMs: task.result?.duration ?? 0,
      line: task.location?.line ?? null,
    }));
    tell({ path: file.filepath, project: file.projectName ?? '', ended });
  });
}

/** Before 1.4, vitest does not tell where a test stands. */
function lineNaming(path, name) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) =>
    [`'${name}'`, `"${name}"`, `\`${name}\``].some((one) => line.includes(one)),
  );
  return at < 0 ? null : at + 1;
}

/** Given first, or second, as the version has it. */
function fileIn(given) {
  return [...given].find((one) => one?.tasks !== undefined);
}

function isCanary(task) {
  return names.has(task.name);
}

function watchModules() {
  const { root, testSide, mutant } = asked;
  const functions = new Functions({ root, testSide, mutant, own: folder });
  wrapExports(functions);
  const lines = mutant === undefined ? new Lines(asked.files) : undefined;
  const tests = [];
  runner.beforeEach(({ task }) => {
    functions.begin(task);
    lines?.take();
  });
  runner.afterEach(({ task }) => {
    const calls = functions.end(task);
    const { filepath } = task.file;
    const taken = lines?.take() ?? {};
    const line = task.location?.line ?? lineNaming(filepath, task.name);
    const place = placeOfTest(taken, { path: filepath, line });
    tests.push({ names: namesOf(task), calls: [...calls], ...place, taken });
  });
  runner.afterAll(function tellCalls() {
    const file = fileIn(arguments);
    lines?.close();
    tell({
      path: file.filepath,
      project: file.projectName ?? '',
      tests: tests.map(({ calls, taken, ...test }) => ({
        ...test,
        calls: [...new Set([...functions.loaded, ...calls])],
        taken: Object.fromEntries(Object.entries(taken).map(([path, one]) => [path, one.lines])),
      })),
      functions: [...functions.called],
      applied: functions.applied,
    });
  });
}

/** Modules that Vite reads define each export by a getter; only when one is asked for is it known whose it is. */
function wrapExports(functions) {
  const define = Object.defineProperty;
  const state = globalThis.__vitest_worker__;
  const paths = new WeakMap();
  const pathOf = (exports) => {
    if (!paths.has(exports)) {
      const modules = state.evaluatedModules?.idToModuleMap ?? state.moduleCache ?? new Map();
      for (const [id, module] of modules) {
        const own = module?.exports;
        if (typeof own === 'object' && own !== null) paths.set(own, module.file ?? id);
      }
    }
    return paths.get(exports);
  };
  Object.defineProperty = (target, name, at) => {
    const isExport =
      typeof name === 'string' &&
      typeof at?.get === 'function' &&
      at.configurable === true &&
      at.enumerable === true &&
      target?.[Symbol.toStringTag] === 'Module';
    if (!isExport) return define(target, name, at);
    const wrapped = () => {
      const value = at.get();
      const file = functions.projectPath(pathOf(target));
      return file === undefined ? value : functions.wrapValue(file, name, value);
    };
    return define(target, name, { ...at, get: wrapped });
  };
}

function tell(told) {
  writeFileSync(join(work, `${asked.number}-${randomUUID()}.json`), JSON.stringify(told));
}

function testsBelow(tasks, above) {
  return tasks.flatMap((task) => {
    const path = [...above, task.name];
    return task.type === 'suite' ? testsBelow(task.tasks, path) : [{ task, path }];
  });
}

function namesOf({ name, suite }) {
  // Before 1.0, a suite without a name holds what stands in none.
  const isOuter = suite?.name === '' && suite.suite === undefined;
  const isInner = suite?.type === 'suite' && suite.filepath === undefined && !isOuter;
  return isInner ? [...namesOf(suite), name] : [name];
}

function outcomeOf({ mode, result }) {
  if (mode === 'skip' || mode === 'todo') return 'skipped';
  return (
    { pass: 'passed', fail: 'failed', skip: 'skipped', todo: 'skipped' }[result?.state] ?? 'failed'
  );
}
