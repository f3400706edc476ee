import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { upward, within } from '#check/rules/repository/facts.ts';
import type { RepositoryReader } from '#check/needs/repository.ts';
import { readSmallFile } from './small-files.ts';

const manifest = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  engines: z.looseObject({ node: z.string().optional() }).optional().catch(undefined),
});

/** Reads the manifest of the installed package; the tool itself is not touched. */
export const findNodeBin: RepositoryReader['findNodeBin'] = async (wanted) => {
  const { committed = new Set<string>() } = wanted;
  const isCommitted = (folder: string): boolean => {
    const packages = within(folder, 'node_modules');
    return [packages, `${packages}/${wanted.package}/package.json`].some((one) =>
      committed.has(one),
    );
  };
  const folders = upward(wanted.root);
  // Where a project keeps its packages in git, there is nothing else to start.
  for (const folder of [
    ...folders.filter((one) => !isCommitted(one)),
    ...folders.filter((one) => isCommitted(one)),
  ]) {
    const path = join(wanted.repository, folder, 'node_modules', wanted.package, 'package.json');
    const found = readScript(path, wanted.bin);
    if (found !== undefined) return { ...found, script: join(dirname(path), found.script) };
  }
  return undefined;
};

/** undefined: there is no such manifest, or it names no such script. */
function readScript(path: string, name: string) {
  try {
    const { bin, engines } = manifest.parse(JSON.parse(readSmallFile(path) ?? ''));
    const script = typeof bin === 'string' ? bin : bin?.[name];
    return script === undefined ? undefined : { script, node: engines?.node };
  } catch {
    return undefined;
  }
}

/** Names of the packages that a folder installed; none where its packages cannot be looked at. */
export function nodePackagesIn(folder: string): ReadonlySet<string> {
  const packages = join(folder, 'node_modules');
  const names = tryListNames(packages).flatMap((name) =>
    name.startsWith('@')
      ? tryListNames(join(packages, name)).map((one) => `${name}/${one}`)
      : [name],
  );
  return new Set(names);
}

function tryListNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
