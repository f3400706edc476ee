import type { ReadingEngine } from './judged-turn.ts';

type Engines = readonly ReadingEngine[];

/** Those that run here; where none of them does, all of them, for one may be gone by the change itself. */
export function preferRunning(engines: Engines): readonly string[] {
  const running = engines.filter(({ isRunning }) => isRunning);
  return (running.length > 0 ? running : engines).map(({ id }) => id).toSorted();
}

/** All that run here. */
export function allRunning(engines: Engines): readonly string[] {
  return engines
    .filter(({ isRunning }) => isRunning)
    .map(({ id }) => id)
    .toSorted();
}

/** Those of one language that run the code of packages: the tests. */
export function runningTests(engines: Engines, language?: ReadingEngine['language']): Engines {
  return engines.filter(
    (one) => one.takesIn === 'code' && (language === undefined || one.language === language),
  );
}

/** Engines whose tool has this name, or that load what is made for it, such as a plugin. */
export function enginesOfPackage(engines: Engines, name: string): Engines {
  const words = splitPackageName(name);
  return engines.filter(({ tools }) => tools.some((tool) => tool === name || words.has(tool)));
}

/** A package may be the tool itself or a plugin: `eslint-plugin-x`, `pytest_cov`, `@vitest/runner`. */
function splitPackageName(name: string): ReadonlySet<string> {
  return new Set(name.toLowerCase().split(/[^a-z\d]+/));
}

/** Who takes in a package that is no tool: tests run it, and others read its types. */
export function enginesThatTakeIn(engines: Engines, language: ReadingEngine['language']): Engines {
  return engines.filter((one) => one.language === language && one.takesIn !== 'itself');
}
