import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** Makes a folder with these files that goes when the test ends. */
export async function plantFiles(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
