import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { pinnedNode } from './start-program.ts';

/** Makes an empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ratchetr-cli-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A project that has the real launcher, the pinned Node and this text as its main.ts. */
export function plantLauncher(main: string): string {
  const project = temporaryFolder();
  cpSync('package.json', join(project, 'package.json'));
  write(join(project, 'lib/cli/main.ts'), main);
  const started = ['cli/built-start.mjs', 'cli/launch.mjs', 'cli/start.mjs'];
  for (const path of [...started, 'local/compiled-code.mjs']) {
    cpSync(join('lib', path), join(project, 'lib', path));
  }
  mkdirSync(join(project, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(pinnedNode, join(project, 'node_modules/node/bin/node'));
  return project;
}

/** A copy of the real command line that has this text as its commands.ts. */
export function plantCommands(commands: string): string {
  const project = temporaryFolder();
  cpSync('package.json', join(project, 'package.json'));
  cpSync('lib', join(project, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  write(join(project, 'lib/cli/commands.ts'), commands);
  return project;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
