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
    }
    this.listenForThresholds(vitest.logger);
  }

  onTestRunEnd(modules, unhandled, reason) {
    const { config } = this.vitest;
    this.report = {
      version: 1,
      reason,
      related: (config.related ?? []).length > 0,
      modules: modules.map(moduleOf),
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
