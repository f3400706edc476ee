// It runs inside test runners, under any Node that a repository has from 18 on: plain JavaScript without dependencies.
import { changed } from './changed.probe.mjs';

/** Functions that modules of a project export: who calls them is noted, and one of them may do something else. */
export class Functions {
  /** `mutant`: the one function that does something else, and what; absent: all are watched. */
  constructor({ root, testSide, own, mutant }) {
    this.root = root;
    this.own = own;
    this.mutant = mutant;
    this.testSide = new RegExp(testSide);
    this.kinds = new Map();
    /** Whether tests call it themselves, by its id. */
    this.called = new Map();
    /** What each test that runs now has called. */
    this.running = new Map();
    /** What tests call while they are read. */
    this.loaded = new Set();
    this.proxies = new WeakMap();
    this.made = new WeakSet();
    /** Whether what the mutant gives differs from what the function gives. */
    this.applied = false;
    this.mutantCalls = 0;
  }

  begin(test) {
    this.running.set(test, new Set());
  }

  end(test) {
    const calls = this.running.get(test) ?? new Set();
    this.running.delete(test);
    return calls;
  }

  /** The same module, with what it exports wrapped in place or behind a proxy. */
  wrapModule(path, exports) {
    const file = this.projectPath(path);
    if (file === undefined || exports === null) return exports;
    if (typeof exports === 'function')
      return this.wrapValue(file, exports.name || 'module', exports);
    if (typeof exports !== 'object') return exports;
    const known = this.proxies.get(exports);
    if (known !== undefined) return known;
    let isWhole = true;
    for (const name of Object.keys(exports)) {
      const at = Object.getOwnPropertyDescriptor(exports, name);
      if (at.writable) exports[name] = this.wrapValue(file, name, at.value);
      else if (at.get !== undefined) isWhole = false;
    }
    if (isWhole) return exports;
    const proxy = new Proxy(exports, {
      get: (target, name, receiver) => {
        const value = Reflect.get(target, name, receiver);
        return typeof name === 'string' ? this.wrapValue(file, name, value) : value;
      },
    });
    this.proxies.set(exports, proxy);
    return proxy;
  }

  /** What a module exports under a name, or something that stands for it. */
  wrapValue(file, name, value) {
    if (typeof value === 'function') {
      if (this.made.has(value) || isMock(value)) return value;
      this.wrapMembers(file, name, value);
      if (isClass(value)) return value;
      return this.wrapFunction(`${file}::${name}`, value);
    }
    if (isPlainObject(value)) this.wrapOwn(`${file}::${name}`, value);
    return value;
  }

  wrapMembers(file, name, value) {
    if (!isClass(value) && Object.keys(value.prototype ?? {}).length === 0) return;
    this.wrapOwn(`${file}::${name}`, value.prototype);
    this.wrapOwn(`${file}::${name}`, value);
  }

  /** In place, for instances know it by its place. */
  wrapOwn(id, owner) {
    if (owner === null || owner === undefined || this.made.has(owner)) return;
    this.made.add(owner);
    for (const name of Object.getOwnPropertyNames(owner)) {
      const at = Object.getOwnPropertyDescriptor(owner, name);
      const isOwn = name !== 'constructor' && name !== 'prototype';
      if (!isOwn || typeof at.value !== 'function' || !at.writable || isClass(at.value)) continue;
      if (isMock(at.value)) continue;
      owner[name] = this.wrapFunction(`${id}.${name}`, at.value);
    }
  }

  wrapFunction(id, original) {
    if (this.made.has(original)) return original;
    if (this.mutant !== undefined && this.mutant.function !== id) return original;
    const known = this.proxies.get(original);
    if (known !== undefined) return known;
    const apply = (target, self, args) =>
      this.call(id, target, () => Reflect.apply(target, self, args));
    const proxy = new Proxy(original, { apply });
    this.proxies.set(original, proxy);
    this.made.add(proxy);
    return proxy;
  }

  call(id, target, work) {
    const { mutant } = this;
    if (mutant === undefined) {
      this.note(id);
      return work();
    }
    this.mutantCalls += 1;
    // A loop that waits for what the function gave before has no end.
    if (mutant.kind === 'raises' || this.mutantCalls > mostCalls) {
      this.applied = true;
      return failed(target);
    }
    if (mutant.kind === 'empty') {
      this.applied = true;
      return nothing(target);
    }
    const given = work();
    const other = changed(given, mutant.kind === 'high');
    if (!Object.is(given, other)) this.applied = true;
    return other;
  }

  note(id) {
    if (this.called.get(id) !== true) {
      this.called.set(id, this.isCalledByTest());
    }
    if (this.running.size === 0 && this.called.get(id)) this.loaded.add(id);
    for (const calls of this.running.values()) calls.add(id);
  }

  /** The first place on the way here that is neither ours nor that of a package. */
  isCalledByTest() {
    const held = Error.stackTraceLimit;
    Error.stackTraceLimit = 20;
    const { stack } = new Error('here');
    Error.stackTraceLimit = held;
    for (const line of String(stack).split('\n').slice(1)) {
      const path = /(?:file:\/\/)?(\/[^:()]*):\d+:\d+\)?$/.exec(line)?.[1];
      if (path === undefined || path.startsWith(this.own)) continue;
      if (path.includes('/node_modules/')) continue;
      return (
        path.startsWith(`${this.root}/`) && this.testSide.test(path.slice(this.root.length + 1))
      );
    }
    return false;
  }

  /** From the root; undefined: it is none of the project, or on the side of its tests. */
  projectPath(path) {
    if (typeof path !== 'string') return undefined;
    const known = this.kinds.get(path);
    if (known !== undefined) return known.file;
    const plain = path.replace(/^file:\/\//, '').replace(/[?#].*$/, '');
    const file = plain.startsWith(`${this.root}/`) ? plain.slice(this.root.length + 1) : undefined;
    const isProject =
      file !== undefined && !/(?:^|\/)node_modules\//.test(file) && !this.testSide.test(file);
    this.kinds.set(path, { file: isProject ? file : undefined });
    return isProject ? file : undefined;
  }
}

const mostCalls = 100_000;

function isMock(value) {
  return value._isMockFunction === true || typeof value.mock === 'object';
}

function isClass(value) {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function isPlainObject(value) {
  if (typeof value !== 'object' || value === null) return false;
  const above = Object.getPrototypeOf(value);
  return above === null || Object.getPrototypeOf(above) === null;
}

function failed(target) {
  const error = new Error('mutant');
  switch (kindOf(target)) {
    case 'AsyncFunction':
      return Promise.reject(error);
    case 'AsyncGeneratorFunction':
      return failLater(error);
    default:
      throw error;
  }
}

function nothing(target) {
  switch (kindOf(target)) {
    case 'AsyncFunction':
      return Promise.resolve();
    case 'AsyncGeneratorFunction':
      return noneLater();
    case 'GeneratorFunction':
      return [].values();
    default:
      return undefined;
  }
}

async function* failLater(problem) {
  yield* [];
  throw problem;
}

async function* noneLater() {
  yield* [];
}

function kindOf(target) {
  return Object.prototype.toString.call(target).slice('[object '.length, -1);
}
