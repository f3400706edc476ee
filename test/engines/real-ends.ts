import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine, RawFinding, ToolOutput } from '#engines/contract.ts';
import { engineTools } from '../support/engine-tools.ts';
import { type RealResult, type RealRun, repositoryOf, runReal } from './real-run.ts';

export interface RealEnd extends Partial<Omit<RealRun, 'folder'>> {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** category, then completeness, degraded and reason where there is something to say, then the number of findings. */
  readonly is: string;
  /** path:line of each finding, the path as seen from the folder; without it they are only counted. */
  readonly at?: readonly string[];
}

interface RealEnds {
  readonly engine: Engine;
  readonly program: () => Promise<RealRun['program']>;
  readonly ends: Readonly<Record<string, RealEnd>>;
  /** Ids of probes and sentences of rules that the tool cannot be brought to show. */
  readonly unseen?: readonly string[];
}

/** A Python module of the pinned environment. */
export async function pythonModule(module: string): Promise<RealRun['program']> {
  const { python } = await engineTools();
  return [python, '-m', module];
}

/** A Python that has no packages. */
export function barePython(module: string): RealRun['program'] {
  return ['python3', '-I', '-S', '-m', module];
}

/** A script of an installed package, under the Node that runs the tests. */
export function nodeScript(path: string): RealRun['program'] {
  return [process.execPath, join(import.meta.dirname, '../../node_modules', path)];
}

export const notUtf8 = Buffer.from('x = "\u{FF}"\n', 'latin1');

/** Holds every end against what the tool itself does, and sees that together they show the whole catalog. */
export function describeRealEnds({ engine, program, ends, unseen = [] }: RealEnds): void {
  const results = new Map<string, Promise<RealResult>>();
  const resultOf = (name: string, end: RealEnd): Promise<RealResult> => {
    const result = results.get(name) ?? runEnd(end);
    results.set(name, result);
    return result;
  };
  const runEnd = async ({ files, ...run }: RealEnd): Promise<RealResult> =>
    runReal(engine, { program: await program(), ...run, folder: await repositoryOf(files) });

  describe(`the real ${engine.title}`, () => {
    it.each(Object.entries(ends))('%s', async (name, end) => {
      const { said, output, facts, findings } = await resultOf(name, end);
      expect(said, `${output.stdout}\n${output.stderr}`).toBe(end.is);
      expect(facts.findings).toBe(findings.length);
      const places = findings.map((each) => placeOf(each, output)).toSorted();
      expect(places).toEqual(end.at ?? places);
    });

    it('shows every rule and every probe of its catalog', async () => {
      const all = await Promise.all(Object.entries(ends).map(([name, end]) => resultOf(name, end)));
      const said = new Set(all.flatMap(({ judgement }) => [judgement.why, ...judgement.warnings]));
      const actions = [engine.check, ...(engine.fix ? [engine.fix] : [])];
      const missing = actions.flatMap(({ catalog: { rules = [], probes = [] } }) => [
        ...rules.filter(({ why }) => !said.has(why)).map(({ why }) => why),
        ...probes.filter(({ remedy }) => !said.has(remedy)).map(({ id }) => id),
      ]);
      expect(missing.toSorted()).toEqual(unseen.toSorted());
    });
  });
}

function placeOf({ path, line }: RawFinding, { cwd }: ToolOutput): string {
  return `${path === null ? '' : relative(cwd, resolve(cwd, path))}:${line ?? ''}`;
}
