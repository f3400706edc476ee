// It runs inside vitest, under any Node that the repository has from 18 on: plain JavaScript without dependencies.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError, Study } from '../../_javascript/probe/study.probe.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../..');
const worker = join(folder, 'vitest/probe/worker.probe.js');
// What workers read and tell lies where the tool may write.
const work = join(dirname(folder), `run-${basename(folder)}`);

/**
 * The reporter that vitest loads beside ours, under a name drawn for the run: after the run that is reported, it has vitest run
 * the same files again, once to see what tests call and then once for each mutant, each time in workers of their own.
 */
export default class Probe {
  onInit(vitest) {
    this.vitest = vitest;
    const request = join(folder, 'request.json');
    this.request = JSON.parse(readFileSync(request, 'utf8'));
    // Tests run beside this, and need not find what they are asked.
    rmSync(request, { force: true });
    mkdirSync(work, { recursive: true });
    this.study = new Study(this.request);
    this.number = 0;
    this.root = process.cwd();
    const configs = new Set([vitest, ...(vitest.projects ?? [])].map(({ config }) => config));
    for (const config of configs) {
      config.setupFiles = [worker, ...[config.setupFiles ?? []].flat()];
      config.includeTaskLocation = true;
      // One that must fail would end the run, or be tried again.
      config.bail = 0;
      config.retry = 0;
      if (config.coverage) config.coverage.enabled = false;
    }
    if (vitest.coverageProvider) vitest.coverageProvider = undefined;
    this.begin({ mode: 'plain', canaries: this.request.canaries });
    const run = vitest.runFiles.bind(vitest);
    vitest.runFiles = async (files, ...others) => {
      vitest.runFiles = run;
      const told = await run(files, ...others);
      // What is tried now is none of the run that is reported.
      vitest.reporters = [];
      await this.lookInto(files, (some) => run(some, ...others));
      return told;
    };
  }

  begin(asked) {
    this.number += 1;
    const { testSide } = this.request;
    const run = { ...asked, number: this.number, root: this.root, testSide };
    writeFileSync(join(work, 'run.json'), JSON.stringify(run));
  }

  /** What the workers of the run tell that was begun last. */
  told() {
    return readdirSync(work)
      .filter((name) => name.startsWith(`${this.number}-`))
      .map((name) => JSON.parse(readFileSync(join(work, name), 'utf8')));
  }

  async lookInto(files, run) {
    const { study } = this;
    try {
      const tests = this.told().flatMap((module) =>
        module.ended.map((test) => ({ ...test, ...this.nameOf(module, test.names) })),
      );
      for (const test of tests) study.ended(test);
      const own = tests.filter(({ canary }) => canary === undefined);
      study.plainEnds = this.endsOf(own);
      const chosen = study.choose(own);
      // Written before anything can go wrong.
      study.write();
      if (chosen.length > 0 && this.request.functions > 0) await this.watch(chosen, files, run);
    } finally {
      study.write();
    }
  }

  async watch(chosen, files, run) {
    const { study } = this;
    const paths = new Set(chosen.map(({ path }) => path));
    const others = Object.keys(this.request.others).map((path) => join(this.root, path));
    this.begin({ mode: 'watch', files: [...new Set([...paths, ...others])] });
    const began = Date.now();
    await this.within(run(filesOf(files, paths)), Math.max(30_000, this.request.limitMs));
    const longest = 5 * (Date.now() - began) + 5_000;
    const ids = new Set(chosen.map(({ id }) => id));
    const ends = this.endsOf(chosen);
    for (const module of this.told()) {
      const tests = module.tests
        .map((test) => ({ ...test, ...this.nameOf(module, test.names) }))
        .filter(({ id }) => ids.has(id) && ends[id] !== undefined)
        .map((test) => this.watchedTest(test, ends[test.id]));
      study.saw({ tests, functions: module.functions });
    }
    for (const mutant of study.mutantsToTry()) {
      const calling = new Set(mutant.tests.map(({ file }) => join(this.root, file)));
      this.begin({ mode: 'mutant', mutant: { function: mutant.function, kind: mutant.kind } });
      await this.within(run(filesOf(files, calling)), longest, mutant);
      const applied = this.told().some((module) => module.applied);
      study.tried(mutant, this.endsOf(mutant.tests), applied);
    }
  }

  watchedTest({ id, file, names, first, last, calls, taken }, end) {
    const lines = Object.entries(taken).map(([path, all]) => [relative(this.root, path), all]);
    const place = names.join(' > ');
    return {
      id,
      file,
      place,
      first,
      last,
      end,
      calls,
      params: {},
      lines: Object.fromEntries(lines),
    };
  }

  /** A worker that is in a loop does not come back, and vitest would wait for it. */
  async within(running, mostMs, mutant) {
    let timer;
    const over = new Promise((resolve) => {
      timer = setTimeout(() => resolve('over'), mostMs);
    });
    const ended = await Promise.race([running, over]);
    clearTimeout(timer);
    if (ended !== 'over') return;
    if (mutant !== undefined) this.study.tried(mutant, undefined, true);
    this.study.write();
    process.exit(1);
  }

  /** As vitest has them now. */
  endsOf(tests) {
    const wanted = new Set(tests.map(({ id }) => id));
    const ends = {};
    for (const file of this.vitest.state.getFiles()) {
      const module = { path: file.filepath, project: file.projectName ?? '' };
      for (const { task, names } of testsBelow(file.tasks, [])) {
        const { id } = this.nameOf(module, names);
        if (wanted.has(id) && ends[id]?.outcome !== 'failed') ends[id] = endOf(task, file.filepath);
      }
    }
    return ends;
  }

  nameOf({ path, project }, names) {
    const file = relative(this.root, path);
    const where = project === '' ? [] : [`|${project}|`];
    return { file, path, id: [file, ...where, ...names].join(' > ') };
  }
}

function endOf({ mode, result }, path) {
  if (mode === 'skip' || mode === 'todo') return { outcome: 'skipped' };
  if (result?.state === 'pass') return { outcome: 'passed' };
  if (result?.state === 'skip') return { outcome: 'skipped' };
  return describeError(result?.errors?.[0] ?? {}, path);
}

/** As vitest was given them: each a path with its project, in the words of its version. */
function filesOf(files, paths) {
  return files.filter((one) => paths.has(pathOf(one)));
}

function pathOf(file) {
  if (typeof file === 'string') return file;
  return file.moduleId ?? (typeof file[1] === 'string' ? file[1] : file[1]?.file);
}

function testsBelow(tasks, above) {
  return (tasks ?? []).flatMap((task) => {
    const names = [...above, task.name];
    return task.type === 'suite' ? testsBelow(task.tasks, names) : [{ task, names }];
  });
}
