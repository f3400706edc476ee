// It calls tests as any program would, and only where they fail so, as a runner does. What holds in a runner alone is no
// repair. A test that needs more than this has is not tried. Under any Node that a repository has from 18 on.
import { readFileSync, writeFileSync } from 'node:fs';
import * as module from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const longestMs = 10_000;

class NotTried extends Error {}

async function askAll() {
  const request = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const ends = {};
  for (const file of new Set(request.tests.map((test) => test.file))) {
    const tests = request.tests.filter((test) => test.file === file);
    const ids = tests.map(({ id }) => id);
    const plain = await inWorker({ file, ids, isRunner: false });
    const failed = ids.filter((id) => plain[id] === 'failed');
    const there = failed.length === 0 ? {} : await inWorker({ file, ids: failed, isRunner: true });
    for (const id of ids) {
      if (plain[id] !== 'failed') ends[id] = plain[id] ?? 'not_tried';
      else ends[id] = there[id] === 'held' ? 'only_there' : 'not_tried';
    }
  }
  writeFileSync(request.answer, JSON.stringify({ nonce: request.nonce, ends }));
}

/** Each time with modules and an environment of its own. */
function inWorker(given) {
  return new Promise((resolve) => {
    const names = Object.keys(process.env).filter(
      (name) => !/^(?:VITEST|JEST)|^(?:CI|TEST)$/.test(name),
    );
    const plain = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    const runner = {
      VITEST: 'true',
      VITEST_WORKER_ID: '1',
      VITEST_POOL_ID: '1',
      JEST_WORKER_ID: '1',
      TEST: 'true',
    };
    const env = { NODE_ENV: 'test', ...plain, ...(given.isRunner ? runner : {}) };
    const path = fileURLToPath(import.meta.url);
    const worker = new Worker(path, { workerData: given, env, stdout: true, stderr: true });
    const timer = setTimeout(() => worker.terminate(), longestMs);
    worker.once('message', resolve);
    worker.once('error', () => resolve({}));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve({});
    });
  });
}

async function tryTests({ file, ids, isRunner }) {
  const harness = new Harness();
  const globals = harness.globals();
  Object.assign(globalThis, globals);
  if (isRunner) globalThis.__vitest_worker__ = { config: {} };
  provide(globals);
  const ends = {};
  try {
    await import(pathToFileURL(file).href);
    await harness.collected();
  } catch {
    return ends;
  }
  for (const test of harness.tests) {
    const id = [relative(process.cwd(), file), ...test.names].join(' > ');
    if (ids.includes(id)) ends[id] = await callTest(test);
  }
  return ends;
}

async function callTest({ work, suites }) {
  try {
    for (const { before } of suites) for (const hook of before) await hook({});
    await work({});
    return 'held';
  } catch (error) {
    return error instanceof NotTried ? 'not_tried' : 'failed';
  } finally {
    for (const { after } of suites)
      for (const hook of after) await Promise.resolve(hook({})).catch(() => {});
  }
}

/** What tests import from their runner is ours. */
function provide(globals) {
  if (module.registerHooks === undefined) return;
  const names = Object.keys(globals).join(', ');
  const source = `export const { ${names} } = globalThis;`;
  module.registerHooks({
    resolve: (specifier, context, next) => {
      if (/^(?:vitest|@jest\/globals)$/.test(specifier)) {
        return { url: 'runner:globals', format: 'module', shortCircuit: true };
      }
      return resolveLoosely(specifier, context, next);
    },
    load: (url, context, next) =>
      url === 'runner:globals'
        ? { format: 'module', source, shortCircuit: true }
        : next(url, context),
  });
}

/** Runners find files whose ends are left out. */
function resolveLoosely(specifier, context, next) {
  const ends = specifier.startsWith('.')
    ? ['', '.ts', '.js', '.mjs', '/index.ts', '/index.js']
    : [''];
  let failure;
  for (const end of ends) {
    try {
      return next(`${specifier}${end}`, context);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

class Harness {
  constructor() {
    this.tests = [];
    this.suites = [{ names: [], before: [], after: [] }];
    this.waiting = [];
  }

  get suite() {
    return this.suites[this.suites.length - 1];
  }

  globals() {
    const test = (name, ...given) => {
      const work = given.find((one) => typeof one === 'function');
      if (work === undefined) return;
      this.tests.push({ names: [...this.suite.names, name], work, suites: [...this.suites] });
    };
    const describe = (name, ...given) => {
      const work = given.find((one) => typeof one === 'function');
      this.suites.push({ names: [...this.suite.names, name], before: [], after: [] });
      const made = work?.();
      if (typeof made?.then === 'function') this.waiting.push(made);
      this.suites.pop();
    };
    return {
      test,
      it: test,
      describe,
      suite: describe,
      expect,
      vi: unknown,
      jest: unknown,
      beforeEach: (hook) => this.suite.before.push(hook),
      beforeAll: (hook) => this.suite.before.push(onceOnly(hook)),
      afterEach: (hook) => this.suite.after.unshift(hook),
      afterAll: () => {},
    };
  }

  async collected() {
    await Promise.all(this.waiting);
  }
}

function refuse() {
  throw new NotTried();
}

const unknown = new Proxy(refuse, { get: () => refuse });

function onceOnly(hook) {
  let made;
  return (given) => (made ??= { value: hook(given) }).value;
}

const matchers = {
  toBe: (one, other) => Object.is(one, other),
  toBeCloseTo: (one, other, digits = 2) => Math.abs(one - other) < 10 ** -digits / 2,
  toBeDefined: (one) => one !== undefined,
  toBeFalsy: (one) => !one,
  toBeGreaterThan: (one, other) => one > other,
  toBeGreaterThanOrEqual: (one, other) => one >= other,
  toBeInstanceOf: (one, other) => one instanceof other,
  toBeLessThan: (one, other) => one < other,
  toBeLessThanOrEqual: (one, other) => one <= other,
  toBeNaN: (one) => Number.isNaN(one),
  toBeNull: (one) => one === null,
  toBeTruthy: (one) => Boolean(one),
  toBeUndefined: (one) => one === undefined,
  toContain: (one, other) =>
    typeof one === 'string' ? one.includes(other) : [...one].includes(other),
  toEqual: (one, other) => isDeepStrictEqual(defined(one), defined(other)),
  toHaveLength: (one, other) => one.length === other,
  toMatch: (one, other) => (typeof other === 'string' ? one.includes(other) : other.test(one)),
  toStrictEqual: (one, other) => isDeepStrictEqual(one, other),
  toThrow: (one, other) => {
    const thrown = thrownBy(one);
    if (thrown === undefined || other === undefined) return thrown !== undefined;
    if (typeof other === 'function') return thrown instanceof other;
    const says = String(thrown.message);
    return other instanceof RegExp ? other.test(says) : says.includes(other.message ?? other);
  },
};

function thrownBy(work) {
  if (typeof work !== 'function') return work;
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Prototypes and what is undefined make no difference; what is more than data is not known here. */
function defined(value) {
  if (value?.asymmetricMatch !== undefined || value?.$$typeof !== undefined) throw new NotTried();
  if (Array.isArray(value)) return value.map(defined);
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [name, defined(one)]));
}

const expect = new Proxy((given) => demands(given, true), {
  get: () => refuse,
});

function demands(given, holds) {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'not') return demands(given, !holds);
        if (name === 'resolves') return later(Promise.resolve(given), holds);
        if (name === 'rejects') return later(rejected(given), holds);
        const matcher = Object.hasOwn(matchers, name) ? matchers[name] : undefined;
        if (matcher === undefined) throw new NotTried();
        return (...wanted) => {
          if (matcher(given, ...wanted) !== holds) throw new Error(`${String(name)} does not hold`);
        };
      },
    },
  );
}

function rejected(promise) {
  return Promise.resolve(promise).then(
    () => {
      throw new Error('It was not rejected');
    },
    (error) => error,
  );
}

function later(promise, holds) {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'not') return later(promise, !holds);
        return async (...wanted) => demands(await promise, holds)[name](...wanted);
      },
    },
  );
}

// Only now, for classes are not there before their line.
if (isMainThread) await askAll();
else parentPort.postMessage(await tryTests(workerData));
