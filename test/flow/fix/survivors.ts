import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Processes that have to do with this folder: they work in it or below, name it in their command line, or have it in
 * their environment.
 */
export function processesOf(folder: string): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => pid !== String(process.pid))
    .flatMap((pid) => {
      const command = textOf(pid, 'cmdline').replaceAll('\0', ' ');
      const says = [command, textOf(pid, 'environ'), linkOf(pid)];
      return says.some((text) => text.includes(folder)) ? [`${pid} ${command}`] : [];
    });
}

// It may be over by now, or another user's.
function textOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
