import { dirname, join } from 'node:path';
import * as z from 'zod';
import { upward } from '#domain/repository/facts.ts';
import type { Repository } from '#ports/repository.ts';
import { textOf } from './small-files.ts';

const manifest = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/** Reads the manifest of the installed package; the tool itself is not touched. */
export const findNodeBin: Repository['findNodeBin'] = async (wanted) => {
  for (const folder of upward(wanted.root)) {
    const path = join(wanted.repository, folder, 'node_modules', wanted.package, 'package.json');
    const script = scriptOf(path, wanted.bin);
    if (script !== undefined) return join(dirname(path), script);
  }
  return undefined;
};

/** undefined: there is no such manifest, or it names no such script. */
function scriptOf(path: string, name: string): string | undefined {
  try {
    const { bin } = manifest.parse(JSON.parse(textOf(path) ?? ''));
    return typeof bin === 'string' ? bin : bin?.[name];
  } catch {
    return undefined;
  }
}
