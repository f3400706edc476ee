import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { TestRunner } from 'vitest';
import { noToolchain } from './skips-reporter.ts';

/** A program of a toolchain, which no package brings along; where the machine has none, the running test is skipped. */
export function ofToolchain(name: string): readonly [string] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const path = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
  if (path !== undefined) return [path];
  const note = `${noToolchain} with ${name}`;
  TestRunner.getCurrentTest()?.context.skip(note);
  throw new Error(note);
}
