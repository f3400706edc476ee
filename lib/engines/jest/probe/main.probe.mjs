// It runs inside jest, under any Node that the repository has from 18 on: plain JavaScript without dependencies.
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canaryBody } from '../../_javascript/probe/canaries.probe.mjs';
import { Functions } from '../../_javascript/probe/functions.probe.mjs';
import { Lines } from '../../_javascript/probe/lines.probe.mjs';
import { describeError, placeOfTest, Study } from '../../_javascript/probe/study.probe.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../..');
const root = process.cwd();

/**
 * The reporter that jest loads beside its own, under a name drawn for the run: after the run that is reported, it has jest run the
 * same files again, once to see what tests call and then once for each mutant, each time in an environment of their own.
 */
export default class Probe {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
    const request = join(folder, 'request.json');
    this.request = JSON.parse(readFileSync(request, 'utf8'));
    // Tests run beside this, and need not find what they are asked.
    rmSync(request, { force: true });
    this.study = new Study(this.request);
    this.files = new Map();
    this.begin({ mode: 'plain' });
  }

  begin(asked) {
    this.asked = asked;
    this.tests = [];
    this.functions = new Map();
    this.applied = false;
  }

  // By the file of the framework, for each project has its own.
  onTestFileStart(test) {
    this.files.set(test.path, test);
    const { testRunner } = test.context.config;
    const require = createRequire(testRunner);
    const framework = require(testRunner);
    const run = framework.default ?? framework;
    if (run.isProbed === true) return;
    const probed = (...given) => this.runFile(run, given);
    probed.isProbed = true;
    require.cache[require.resolve(testRunner)].exports = probed;
  }

  async onRunComplete() {
    const { study } = this;
    try {
      const { tests } = this;
      for (const test of tests) study.ended({ ...test, outcome: test.end.outcome });
      const own = tests.filter(({ canary }) => canary === undefined);
      study.plainEnds = endsOf(own);
      const chosen = study.choose(own);
      // Written before anything can go wrong.
      study.write();
      if (chosen.length > 0 && this.request.functions > 0) await this.watch(chosen);
    } finally {
      study.write();
    }
  }

  async watch(chosen) {
    const { study } = this;
    const others = Object.keys(this.request.others).map((path) => join(root, path));
    const paths = new Set(chosen.map(({ path }) => path));
    this.begin({ mode: 'watch', lines: [...new Set([...paths, ...others])] });
    await this.runAgain(paths);
    const ids = new Set(chosen.map(({ id }) => id));
    study.saw({
      tests: this.tests.filter(({ id }) => ids.has(id)).map(watchedTest),
      functions: this.functions,
    });
    for (const mutant of study.mutantsToTry()) {
      this.begin({ mode: 'mutant', mutant });
      await this.runAgain(new Set(mutant.tests.map(({ file }) => join(root, file))));
      study.tried(mutant, endsOf(this.tests), this.applied);
    }
  }

  /** In this process, one after the other. */
  async runAgain(paths) {
    for (const [path, test] of this.files) {
      if (!paths.has(path)) continue;
      const require = createRequire(test.context.config.runner);
      const loaded = require(test.context.config.runner);
      const Runner = loaded.default ?? loaded;
      const runner = new Runner(this.globalConfig, {});
      const watcher = { isInterrupted: () => false, on: () => {}, setState: () => {} };
      await runner.runTests([test], watcher, { serial: true });
    }
  }

  /** A file of tests by the framework that the project has, with ours between it and its modules. */
  async runFile(run, given) {
    const [, , environment, runtime, path] = given;
    const own = new FileOfTests(this, { environment, runtime, path });
    try {
      return await run(...given);
    } finally {
      own.close();
    }
  }
}

function watchedTest({ id, file, place, first, last, end, calls, lines }) {
  return { id, file, place, first, last, end, calls, lines, params: {} };
}

/** Of several tests with one name, the worst counts. */
function endsOf(tests) {
  const ends = {};
  for (const { id, end } of tests) if (ends[id]?.outcome !== 'failed') ends[id] = end;
  return ends;
}

class FileOfTests {
  constructor(probe, { environment, runtime, path }) {
    this.probe = probe;
    this.path = path;
    this.file = relative(root, path);
    this.canaries = new Map(probe.request.canaries.map((canary) => [canary.name, canary]));
    const { asked } = probe;
    this.isPlain = asked.mode === 'plain';
    this.takeGlobals(runtime);
    this.listen(environment);
    if (this.isPlain) return;
    const { testSide } = probe.request;
    this.functions = new Functions({ root, testSide, own: folder, mutant: asked.mutant });
    this.wrapModules(runtime);
    if (asked.lines !== undefined) this.lines = new Lines(asked.lines);
  }

  takeGlobals(runtime) {
    const set = runtime.setGlobalsForRuntime;
    runtime.setGlobalsForRuntime = (globals) => {
      this.globals = globals;
      return set.call(runtime, globals);
    };
    if (!this.isPlain) return;
    for (const name of ['requireModule', 'unstable_importModule']) {
      const load = runtime[name];
      runtime[name] = (from, ...others) => {
        if (from !== this.path || others[0] !== undefined)
          return load.call(runtime, from, ...others);
        const all = [...this.canaries.values()];
        // Some run before the tests of the project, some after them.
        this.plant(all.slice(0, all.length >> 1));
        const loaded = load.call(runtime, from, ...others);
        if (typeof loaded?.then !== 'function') this.plant(all.slice(all.length >> 1));
        return typeof loaded?.then === 'function'
          ? loaded.then((module) => (this.plant(all.slice(all.length >> 1)), module))
          : loaded;
      };
    }
  }

  plant(canaries) {
    const { test, it = test, expect } = this.globals;
    for (const canary of canaries)
      it(
        canary.name,
        canaryBody(canary, () => expect),
      );
  }

  wrapModules(runtime) {
    const mocks = new Set();
    for (const name of ['requireMock', '_requireMockWithId']) {
      const mock = runtime[name];
      if (mock === undefined) continue;
      runtime[name] = (...given) => {
        const made = mock.apply(runtime, given);
        mocks.add(made);
        return made;
      };
    }
    const load = runtime.requireModuleOrMock;
    runtime.requireModuleOrMock = (from, name, ...others) => {
      const loaded = load.call(runtime, from, name, ...others);
      // What stands in its place is not what is judged.
      if (mocks.has(loaded)) return loaded;
      const path = resolveIn(runtime, from, name);
      return path === undefined ? loaded : this.functions.wrapModule(path, loaded);
    };
  }

  listen(environment) {
    const handle = environment.handleTestEvent;
    environment.handleTestEvent = (event, state) => {
      this.see(event);
      return handle?.call(environment, event, state);
    };
  }

  see({ name, test }) {
    if (name === 'test_start') {
      this.functions?.begin(test);
      this.lines?.take();
    }
    if (name === 'test_done' || name === 'test_skip' || name === 'test_todo')
      this.ended(test, name);
  }

  ended(test, name) {
    const { probe, path, file } = this;
    const names = namesOf(test);
    const id = [file, ...names].join(' > ');
    const isCanary = this.isPlain && this.canaries.has(test.name);
    const taken = this.lines?.take() ?? {};
    const { first, last } = placeOfTest(taken, {
      path,
      line: lineOf(test.asyncError?.stack, path),
    });
    const lines = Object.entries(taken).map(([one, { lines: all }]) => [relative(root, one), all]);
    const calls = this.functions?.end(test) ?? [];
    const all = new Set([...(this.functions?.loaded ?? []), ...calls]);
    probe.tests.push({
      id,
      file,
      path,
      place: names.join(' > '),
      canary: isCanary ? test.name : undefined,
      tookMs: test.duration ?? 0,
      first,
      last,
      calls: [...all],
      lines: Object.fromEntries(lines),
      end: name === 'test_done' ? endOf(test, path) : { outcome: 'skipped' },
    });
  }

  close() {
    this.lines?.close();
    if (this.functions === undefined) return;
    const { called, applied } = this.functions;
    for (const [id, direct] of called) {
      this.probe.functions.set(id, direct || this.probe.functions.get(id) === true);
    }
    this.probe.applied ||= applied;
  }
}

function namesOf({ name, parent }) {
  return parent === undefined || parent.name === 'ROOT_DESCRIBE_BLOCK'
    ? [name]
    : [...namesOf(parent), name];
}

function endOf({ errors }, path) {
  const [first] = errors;
  if (first === undefined) return { outcome: 'passed' };
  const error = Array.isArray(first) ? (first[0] ?? first[1]) : first;
  return describeError(error, path);
}

function lineOf(stack = '', path) {
  const line = stack.split('\n').find((one) => one.includes(`${path}:`));
  return line === undefined ? null : Number(line.split(`${path}:`)[1].split(':')[0]);
}

/** Where jest finds a module, in the words of its version; undefined: it is none of a file. */
function resolveIn(runtime, from, name) {
  try {
    if (runtime._resolution !== undefined) return runtime._resolution.resolveCjs(from, name);
    const resolve = runtime._resolveCjsModule ?? runtime._resolveModule;
    return resolve.call(runtime, from, name, { conditions: runtime.cjsConditions });
  } catch {
    return undefined;
  }
}
