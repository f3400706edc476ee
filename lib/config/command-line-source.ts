import type { Fault, SourceReading, Spot } from './layers.ts';
import { parsePath } from './paths.ts';
import { readTextSource } from './text-source.ts';

export interface Override {
  /** Dotted, such as limits.maxFilesChanged. */
  readonly path: string;
  readonly text: string;
  /** The option as it was written, where it was another than `--set`. */
  readonly argument?: string;
}

/** Reads `--set path=text` arguments; of two for the same setting the later one wins. */
export function readCommandLineSource(overrides: readonly Override[]): SourceReading {
  const readings = overrides.map(readOverride);
  return {
    layers: readings.flatMap(({ layers }) => layers),
    faults: readings.flatMap(({ faults }) => faults),
  };
}

function readOverride(override: Override, order: number): SourceReading {
  const argument = (override.argument ?? `--set ${override.path}`).replaceAll(/\s+/g, ' ');
  const spot: Spot = { source: 'command-line', place: argument, order };
  const path = parsePath(override.path);
  if (path === undefined) return { layers: [], faults: [invalidPathFault(override, spot)] };
  return readTextSource({
    path,
    text: override.text,
    spot,
    origin: { kind: 'command-line', argument },
  });
}

function invalidPathFault({ path }: Override, spot: Spot): Fault {
  return {
    spot,
    path: [],
    message: `${JSON.stringify(path)} is not the path of a setting`,
    hint: 'join keys by dots, such as limits.maxFilesChanged',
  };
}
