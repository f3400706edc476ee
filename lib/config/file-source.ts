import type { Layer, SourceReading, Spot } from './layers.ts';
import type { SettingPath } from './paths.ts';
import { readYaml, type YamlReading } from './yaml-source.ts';
import { spotName } from './yaml-walk.ts';

export interface ConfigText {
  /** As people know it, such as ratchetr.yaml. */
  readonly name: string;
  readonly text: string;
}

/** Reads the configuration file; an empty one holds no settings. */
export function readFileSource(file: ConfigText): SourceReading {
  const reading = readYaml(file.text);
  const faults = reading.faults.map(({ offset, path, message, hint }) => ({
    spot: spotAt(file, reading, offset),
    path,
    message,
    hint,
  }));
  return { layers: [fileLayer(file, reading)], faults };
}

function fileLayer(file: ConfigText, reading: YamlReading): Layer {
  return {
    value: reading.value ?? {},
    spot: (path, at) => spotAt(file, reading, offsetOf(reading, path, at)),
    origin: (path) => ({
      kind: 'file',
      name: file.name,
      line: reading.position(offsetOf(reading, path, 'value')).line,
    }),
    broken: reading.readable ? [] : [[]],
  };
}

function offsetOf(reading: YamlReading, path: SettingPath, at: 'key' | 'value'): number {
  const spot = reading.spots.get(spotName(path));
  if (spot !== undefined) return (at === 'key' ? spot.key : undefined) ?? spot.value;
  return path.length === 0 ? 0 : offsetOf(reading, path.slice(0, -1), 'value');
}

function spotAt(file: ConfigText, reading: YamlReading, offset: number): Spot {
  const { line, column } = reading.position(offset);
  return { source: 'file', place: `${file.name}:${line}:${column}`, order: offset };
}
