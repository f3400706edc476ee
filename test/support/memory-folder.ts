import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';
/** Environments and programs of tools are put there too. */
const roomyBytes = 4 * 1024 ** 3;

/**
 * A folder that lies in memory, where programs may run and there is much room: tests make thousands of small trees,
 * repositories and databases, and none of them is to last. undefined: there is none here.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const mounted = mounts.find((line) => line.split(' ')[1] === folder);
    const options = mounted?.split(' ')[3]?.split(',') ?? ['noexec'];
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > roomyBytes && !options.includes('noexec') ? folder : undefined;
  } catch {
    return undefined;
  }
}
