import type { Engine } from '#engines/contract.ts';
import type { ReadingEngine } from './rules/judging/judged-turn.ts';

/** What of an engine says by which files it could come to judge more mildly. */
export function toReadingEngine(engine: Engine, running: ReadonlySet<string>): ReadingEngine {
  const { id, judges, configNames, sections } = engine;
  return {
    id,
    tools: [...new Set([...programNames(engine), ...ownNames(engine)])],
    language: languageOf(engine),
    takesIn: takesIn(engine),
    isRunning: running.has(id),
    judges,
    configNames,
    sections,
  };
}

function programNames({ program }: Engine): readonly string[] {
  switch (program.kind) {
    case 'python-module':
      return [program.module];
    case 'node-bin': {
      const instead = program.instead ?? [];
      return [program, ...instead].flatMap((one) => [one.package, one.bin]);
    }
    case 'binary':
      return ofEverything.has(program.name) ? [] : [program.name];
  }
}

/** These run more than the engine that is started by them. */
const ofEverything: ReadonlySet<string> = new Set(['cargo', 'go', 'node', 'sh']);

function ownNames({ id, startedBy }: Engine): readonly string[] {
  return [id, ...(startedBy === undefined ? [] : [startedBy.tool].flat())];
}

function languageOf({ program, judges }: Engine): ReadingEngine['language'] {
  const judgesOnly = (path: string, ...others: readonly string[]) =>
    judges.test(path) && !others.some((other) => judges.test(other));
  if (program.kind === 'python-module' || judgesOnly('a.py', 'a.ts', 'a.rs')) return 'python';
  if (program.kind === 'node-bin' || judgesOnly('a.ts', 'a.py', 'a.rs')) return 'node';
  if (judgesOnly('a.rs', 'a.py', 'a.go')) return 'rust';
  return judgesOnly('a.go', 'a.py', 'a.rs') ? 'go' : 'other';
}

function takesIn({ scope, runsTests, reads }: Engine): ReadingEngine['takesIn'] {
  if (scope === 'tests' || runsTests === true) return 'code';
  return scope === 'whole-program' && reads === 'repository' ? 'types' : 'itself';
}
