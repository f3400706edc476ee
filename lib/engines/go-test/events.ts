import * as z from 'zod';
import { parseJson } from '#base/json.ts';

const event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  FailedBuild: z.string().optional(),
});

/** What was said and how it ended: of a test, or of all around the tests of a package. */
export interface Told {
  readonly output: string[];
  end: 'pass' | 'fail' | 'skip' | undefined;
}

export interface TestedPackage extends Told {
  readonly name: string;
  readonly tests: Map<string, Told>;
  /** The build without which it has no tests to run. */
  failedBuild: string | undefined;
}

export interface GoTestRun {
  readonly packages: readonly TestedPackage[];
  /** What failed builds said, by what was built. */
  readonly builds: ReadonlyMap<string, readonly string[]>;
  /** Lines that are no events. */
  readonly rest: readonly string[];
  readonly events: number;
}

const ends = ['pass', 'fail', 'skip'] as const;

/** Reads what `go test -json` prints, one event each line. */
export function readGoTestEvents(text: string): GoTestRun {
  const packages = new Map<string, TestedPackage>();
  const builds = new Map<string, string[]>();
  const rest: string[] = [];
  let events = 0;
  for (const line of text.split('\n')) {
    const read = line.startsWith('{') ? event.safeParse(parseJson(line)).data : undefined;
    if (read === undefined) {
      if (line.trim() !== '') rest.push(line);
      continue;
    }
    events += 1;
    const { ImportPath: built, Package: name, Output: output } = read;
    if (built !== undefined && output !== undefined) entryOf(builds, built, () => []).push(output);
    if (name !== undefined)
      noteEvent(
        entryOf(packages, name, () => newPackage(name)),
        read,
      );
  }
  return { packages: [...packages.values()], builds, rest, events };
}

function noteEvent(tested: TestedPackage, read: z.infer<typeof event>): void {
  const { Test: test, Action: action, Output: output, FailedBuild: build } = read;
  const told = test === undefined ? tested : entryOf(tested.tests, test, newTold);
  if (output !== undefined) told.output.push(output);
  const end = ends.find((one) => one === action);
  if (end !== undefined) told.end = end;
  if (build !== undefined) tested.failedBuild = build;
}

function newTold(): Told {
  return { output: [], end: undefined };
}

function newPackage(name: string): TestedPackage {
  return { ...newTold(), name, tests: new Map(), failedBuild: undefined };
}

function entryOf<Value>(entries: Map<string, Value>, key: string, make: () => Value): Value {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = make();
  entries.set(key, made);
  return made;
}
