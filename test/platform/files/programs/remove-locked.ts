import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScratch } from '#platform/files/scratch.ts';

/** Tells whether a folder that nobody may enter is gone. Permissions do not stop root, so it becomes somebody else. */
const nobody = 65_534;
if (process.getuid?.() === 0) process.setuid?.(nobody);
const scratch = createScratch();
const folder = await scratch.create();
mkdirSync(join(folder, 'a/b'), { recursive: true });
writeFileSync(join(folder, 'a/b/file'), '');
chmodSync(join(folder, 'a/b'), 0o500);
chmodSync(join(folder, 'a'), 0);
await scratch.remove(folder);
process.stdout.write(existsSync(folder) ? 'left' : 'gone');
