// It runs inside vitest, under any Node that the repository has from 20 on: plain JavaScript without dependencies.
import { writeFileSync } from 'node:fs';

/** The reporter that vitest loads: at the end of a run it writes what the run was to the file of `--outputFile`. */
export { Reporter as default };

class Reporter {
  onInit(vitest) {
    this.vitest = vitest;
    // Given twice, the last one holds.
    this.path = [vitest.config.outputFile].flat().at(-1);
    // Whatever arguments and configuration say: a check changes no file.
    for (const { config } of [vitest, ...vitest.projects]) {
      config.snapshotOptions.updateSnapshot = 'none';
      // Before 3.0 no argument says so.
      config.includeTaskLocation = true;
    }
    forgetResults(vitest.cache?.results);
    this.listenForThresholds(vitest.logger);
  }

  onTestRunStart() {
    this.tellsEndOfRun = true;
  }

  // What is told before 3.0 in place of the next.
  onFinished(files = [], unhandled = []) {
    if (this.tellsEndOfRun) return;
    const failed = unhandled.length > 0 || files.some((file) => file.result?.state === 'fail');
    const reason = this.vitest.isCancelling ? 'interrupted' : failed ? 'failed' : 'passed';
    this.tell(files.map(moduleOfFile), unhandled, reason);
  }

  onTestRunEnd(modules, unhandled, reason) {
    this.tell(modules.map(moduleOf), unhandled, reason);
  }

  tell(modules, unhandled, reason) {
    const { config } = this.vitest;
    this.report = {
      version: 1,
      reason,
      related: (config.related ?? []).length > 0,
      modules,
      // The configuration may say that these do not fail a run.
      unhandled: config.dangerouslyIgnoreUnhandledErrors ? [] : unhandled.map(errorOf),
      thresholds: [],
    };
    this.write();
  }

  // Coverage is judged after the end of the run, and only the log is told.
  listenForThresholds(logger) {
    const log = logger.error.bind(logger);
    logger.error = (...said) => {
      log(...said);
      if (this.report === undefined || !String(said[0]).startsWith('ERROR: Coverage for ')) return;
      this.report.thresholds.push(said[0]);
      this.write();
    };
  }

  write() {
    writeFileSync(this.path, JSON.stringify(this.report));
  }
}

// Before 1.3 no argument keeps it from remembering in which order tests ran.
function forgetResults(results) {
  if (!results?.cachePath) return;
  results.cachePath = null;
  results.cache.clear();
}

function moduleOf(module) {
  const { children } = module;
  return {
    path: module.moduleId,
    project: module.project.name ?? '',
    state: module.state(),
    errors: module.errors().map(errorOf),
    suites: [...children.allSuites()].map(suiteOf),
    tests: [...children.allTests()].map(testOf),
  };
}

function suiteOf(suite) {
  return { names: namesOf(suite), ...placeOf(suite), errors: suite.errors().map(errorOf) };
}

function testOf(test) {
  const { state, errors } = test.result();
  return {
    names: namesOf(test),
    ...placeOf(test),
    mode: test.options.mode,
    fails: test.options.fails === true,
    state,
    errors: (errors ?? []).map(errorOf),
  };
}

function moduleOfFile(file) {
  const all = tasksBelow(file, []);
  return {
    path: file.filepath,
    project: file.projectName ?? '',
    state: stateOfTask(file),
    errors: errorsOfTask(file),
    suites: all
      .filter(({ task }) => task.type === 'suite')
      .map(({ task, names }) => ({ names, ...placeOf(task), errors: errorsOfTask(task) })),
    tests: all
      .filter(({ task }) => task.type !== 'suite')
      .map(({ task, names }) => ({
        names,
        ...placeOf(task),
        mode: task.mode,
        fails: Boolean(task.fails),
        state: stateOfTask(task),
        errors: errorsOfTask(task),
      })),
  };
}

function tasksBelow({ tasks }, above) {
  return (tasks ?? []).flatMap((task) => {
    const names = [...above, task.name];
    return [{ task, names }, ...tasksBelow(task, names)];
  });
}

function stateOfTask({ mode, result }) {
  if (mode === 'skip' || mode === 'todo') return 'skipped';
  return states[result?.state] ?? 'pending';
}

const states = { pass: 'passed', fail: 'failed', skip: 'skipped', todo: 'skipped' };

function errorsOfTask({ result }) {
  return (result?.errors ?? []).map(errorOf);
}

function namesOf({ name, parent }) {
  return parent.type === 'module' ? [name] : [...namesOf(parent), name];
}

function placeOf({ location }) {
  return { line: location?.line ?? null, column: location?.column ?? null };
}

// Anything can be thrown.
function errorOf(error) {
  return {
    name: textOf(error?.name),
    message: textOf(error?.message) ?? String(error),
    cause: textOf(error?.cause?.message),
    frames: (error?.stacks ?? []).map(({ file, line, method }) => ({ file, line, method })),
    // Errors outside of tests come without frames.
    stack: error?.stacks ? null : textOf(error?.stack),
    during: textOf(error?.VITEST_TEST_PATH),
  };
}

function textOf(value) {
  return typeof value === 'string' ? value : null;
}
