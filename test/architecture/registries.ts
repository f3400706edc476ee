import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

interface Entry {
  /** Its own id in a list, its name in a record. */
  readonly key: string;
  readonly id: string;
}

const plugin = z.looseObject({ id: z.string() });

/** Registries are lists or records of plugins; other exports beside them are none of our business. */
const registry = z.union([
  z.array(plugin).transform((all): Entry[] => all.map(({ id }) => ({ key: id, id }))),
  z
    .record(z.string(), plugin)
    .transform((all): Entry[] => Object.entries(all).map(([key, { id }]) => ({ key, id }))),
]);

/** Says where the plugin folders of a family and the entries of its registry differ. */
export async function registryProblems(family: string): Promise<readonly string[]> {
  if (!existsSync(family)) return [`${family} does not exist`];
  const file = join(family, 'registry.ts');
  if (!existsSync(file)) return [`${file} does not exist`];
  const exported: object = await import(pathToFileURL(resolve(file)).href);
  const registries = Object.values(exported)
    .map((value: unknown) => registry.safeParse(value).data)
    .filter((entries) => entries !== undefined);
  if (registries.length === 0) return [`${file} exports no list or record of plugins with an id`];
  return registries.flatMap((entries) => differences(pluginFolders(family), entries));
}

function pluginFolders(family: string): readonly string[] {
  return readdirSync(family, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .toSorted();
}

function differences(folders: readonly string[], entries: readonly Entry[]): readonly string[] {
  const ids = entries.map(({ id }) => id);
  return [
    ...folders.filter((name) => !ids.includes(name)).map((name) => `folder ${name} has no entry`),
    ...ids.filter((id) => !folders.includes(id)).map((id) => `entry ${id} has no folder`),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `entry ${id} stands twice`),
    ...entries
      .filter(({ key, id }) => key !== id)
      .map(({ key, id }) => `entry ${key} has the id ${id}`),
  ];
}
