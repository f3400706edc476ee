import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import { type PlanGround, plantTree, type Tree } from './plan-ground.ts';

/** Makes a folder with these files, and room beside it, in a temporary folder unless another is given. */
export async function planGround(tree: Tree = {}, within?: string): Promise<PlanGround> {
  const root = within ?? (await tempFolder());
  const ground = { folder: join(root, 'folder'), room: join(root, 'room') };
  await mkdir(ground.folder, { recursive: true });
  await plantTree(ground.folder, tree);
  return ground;
}
