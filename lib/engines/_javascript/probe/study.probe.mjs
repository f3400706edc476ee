// It runs inside test runners: plain JavaScript without dependencies.
import { writeFileSync } from 'node:fs';

// empty: it does nothing. high, low: it gives something else of the same kind. raises: it fails.
const kinds = ['empty', 'high', 'low', 'raises'];
const kindsOfInner = ['empty', 'high'];

/** All that is found out of one run and of those after it, whatever the runner. */
export class Study {
  constructor(request) {
    this.request = request;
    this.outcomes = {};
    this.canaries = {};
    this.canariesMs = 0;
    this.plainEnds = {};
    this.watched = [];
    this.functions = new Map();
    this.mutants = [];
    this.until = Infinity;
  }

  /** How a test ended in the run that is reported. `canary`: its name, where it is ours. */
  ended({ id, outcome, canary, tookMs = 0 }) {
    // Of several tests with one name, the worst counts.
    if (this.outcomes[id] !== 'failed') this.outcomes[id] = outcome;
    if (canary === undefined) return;
    this.canaries[canary] = [...(this.canaries[canary] ?? []), id];
    this.canariesMs += tookMs;
  }

  /** The tests that are named first, then those of files that differ. */
  choose(tests) {
    const { named, others, tests: most } = this.request;
    const own = new Set(named);
    const all = [
      ...tests.filter(({ id }) => own.has(id)),
      ...tests.filter(({ id, file }) => !own.has(id) && file in others),
    ];
    this.until = Date.now() + this.request.limitMs;
    return [...new Map(all.map((test) => [test.id, test])).values()].slice(0, most);
  }

  /** `functions`: whether tests call it themselves, by its id. */
  saw({ tests, functions }) {
    this.watched.push(...tests);
    for (const [id, direct] of functions) {
      this.functions.set(id, direct || this.functions.get(id) === true);
    }
  }

  /** What is to be tried, with the tests that can tell; those of the first function are always tried. */
  *mutantsToTry() {
    const known = [...this.functions].sort(([, one], [, other]) => Number(other) - Number(one));
    const chosen = known.slice(0, this.request.functions);
    for (const [number, [id, direct]] of chosen.entries()) {
      for (const kind of direct ? kinds : kindsOfInner) {
        if (number > 0 && Date.now() > this.until) return;
        const tests = this.watched.filter(({ calls }) => calls.includes(id));
        if (tests.length > 0) yield { function: id, kind, tests };
      }
    }
  }

  /** `ends`: of each test; undefined: it did not come to its end. */
  tried({ function: id, kind, tests }, ends, applied) {
    const ids = new Set(tests.map((test) => test.id));
    const own = ends && Object.fromEntries(Object.entries(ends).filter(([test]) => ids.has(test)));
    this.mutants.push({ function: id, kind, ends: own ?? null, applied });
  }

  write() {
    const { nonce, answer } = this.request;
    const functions = [...this.functions].map(([id, direct]) => ({ id, direct }));
    const { outcomes, canaries, canariesMs, watched, mutants } = this;
    for (const test of watched) {
      if (outcomes[test.id] === 'failed') test.plain = this.plainEnds[test.id] ?? null;
    }
    const told = {
      outcomes,
      canaries,
      canariesMs: Math.round(canariesMs),
      watched,
      functions,
      mutants,
    };
    writeFileSync(answer, JSON.stringify({ version: 1, nonce, ...told }));
  }
}

/** How a test failed, in words that are the same in every copy of the project. */
export function describeError(error, path) {
  const message = typeof error?.message === 'string' ? error.message : String(error);
  const stack = typeof error?.stack === 'string' ? error.stack : '';
  const line = stack.split('\n').find((one) => one.includes(`${path}:`));
  return {
    outcome: 'failed',
    type: typeof error?.name === 'string' ? error.name : typeof error,
    asserts: saysAssertion(error),
    says: said(message, error?.actual),
    line:
      line === undefined
        ? null
        : Number(line.slice(line.indexOf(`${path}:`) + path.length + 1).split(':')[0]),
  };
}

/** Jest writes below its first line what it compared; chai keeps long values out of what it says. */
function said(message, actual) {
  const lines = message.split('\n').filter((one) => one.trim() !== '');
  const text = /expect/.test(lines[0] ?? '') ? lines.join(' ') : (lines[0] ?? '');
  const compared = typeof actual === 'string' ? ` (${actual})` : '';
  // Colours, addresses, and places that differ from copy to copy.
  // eslint-disable-next-line no-control-regex
  return `${text}${compared}`.replaceAll(/\u001b\[[\d;]*m|0x[\da-f]+|\/\S+/gi, '?').slice(0, 2000);
}

function saysAssertion(error) {
  if (typeof error !== 'object' || error === null) return false;
  return (
    error.name === 'AssertionError' ||
    error.name === 'JestAssertionError' ||
    'matcherResult' in error
  );
}

/** What a test executed of its file, and where it stands there. */
export function placeOfTest(taken, { path, line }) {
  const { lines = [], spans = [] } = taken[path] ?? {};
  const after = spans.filter(([first]) => line !== null && first >= line);
  const [own] = after.sort(([a, aLast], [b, bLast]) => a - b || bLast - aLast);
  return { first: line, last: own === undefined ? null : Math.max(own[1], line), lines };
}
