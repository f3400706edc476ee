import * as z from 'zod';
import type { SettingPath } from './paths.ts';
import { configFile } from './schema.ts';

export type SettingSchema = z.core.JSONSchema.JSONSchema;

export interface Setting {
  readonly path: readonly string[];
  readonly schema: SettingSchema;
}

let tree: SettingSchema | undefined;

/** The configuration as data, for everything that talks about settings rather than reading them; few starts need it. */
export function settingsTree(): SettingSchema {
  return (tree ??= z.toJSONSchema(configFile, { io: 'input' }));
}

/** Settings that have one fixed name; a map with free keys counts as one. */
export function fixedSettings(
  schema: SettingSchema = settingsTree(),
  path: string[] = [],
): Setting[] {
  if (schema.properties === undefined) return [{ path, schema }];
  return Object.entries(schema.properties).flatMap(([key, inner]) =>
    typeof inner === 'boolean' ? [] : fixedSettings(inner, [...path, key]),
  );
}

/** Keys that may stand at a path; empty where any may, or none. */
export function knownKeys(path: SettingPath): readonly string[] {
  return Object.keys(schemaAt(path)?.properties ?? {});
}

function schemaAt(path: SettingPath): SettingSchema | undefined {
  return path.reduce<SettingSchema | undefined>((schema, step) => {
    const inner = typeof step === 'number' ? schema?.items : schemaOfKey(schema, step);
    return typeof inner === 'object' && !Array.isArray(inner) ? inner : undefined;
  }, settingsTree());
}

function schemaOfKey(schema: SettingSchema | undefined, key: string) {
  const properties = schema?.properties ?? {};
  return Object.hasOwn(properties, key) ? properties[key] : schema?.additionalProperties;
}
