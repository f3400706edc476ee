import type { Fault, Layer, Origin, SourceReading, Spot } from './layers.ts';
import { formatPath } from './paths.ts';
import { nestValue } from './tree.ts';
import { readYaml, type YamlReading } from './yaml-source.ts';

export interface SettingText {
  readonly path: readonly string[];
  readonly text: string;
  readonly spot: Spot;
  readonly origin: Origin;
}

/** Reads the text of one setting: a plain YAML value, or a list or map in brackets. */
export function readTextSource(setting: SettingText): SourceReading {
  const reading = readYaml(setting.text, setting.path);
  const usable = reading.readable && !reading.indented;
  const value = nestValue(setting.path, reading.value ?? null);
  const layer: Layer = {
    value: usable ? value : {},
    spot: () => setting.spot,
    origin: () => setting.origin,
    broken: usable ? [] : [setting.path],
  };
  return { layers: [layer], faults: toTextFaults(setting, reading) };
}

function toTextFaults({ path, spot }: SettingText, reading: YamlReading): readonly Fault[] {
  const faults = reading.faults.map((fault) => ({
    spot,
    path: fault.path,
    message: reading.readable ? fault.message : `${formatPath(path)}: ${fault.message}`,
    hint: fault.hint,
  }));
  if (!reading.indented) return faults;
  const message = `${formatPath(path)} is a list or map without brackets`;
  return [...faults, { spot, path, message, hint: 'write [a, b] or {key: value}' }];
}
