import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pinnedNode, type Started, startProgram } from '../cli/start-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Whether a supervisor can have a second user here, as it has in its image. */
export const canSplit = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');

const entry = [
  '/usr/bin/setpriv',
  '--bounding-set=-all,+chown,+dac_override,+kill,+setgid,+setuid',
  '--inh-caps=-all',
  '--no-new-privs',
  '--',
];

export interface Starting {
  readonly environment: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** As the image starts it, with a second user. */
  readonly split?: boolean;
}

/** Starts an entry point as its container does: with an environment that holds nothing but what it was launched with. */
export async function startContainer(
  name: 'agent' | 'engine' | 'gateway',
  { environment, args = [], split = false }: Starting,
): Promise<Started & { readonly temporary: string; readonly home: string }> {
  const temporary = await tempFolder();
  const home = join(temporary, 'home');
  await mkdir(home);
  await chmod(temporary, 0o1777);
  await chmod(home, 0o777);
  const own = { PATH: process.env['PATH'] ?? '', HOME: split ? '/root' : home };
  const given = { ...own, TMPDIR: temporary, ...environment };
  const variables = Object.entries(given).map(([key, value]) => `${key}=${value}`);
  const program = [pinnedNode, resolve(`containers/${name}/main.ts`), ...args];
  const user = split ? ['--as-user', '10001:10001', '--home', home] : [];
  const argv = [...(split ? entry : []), ...program, ...user];
  return { ...startProgram(['/usr/bin/env', '-i', ...variables, ...argv]), temporary, home };
}
