import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from './kernel-lock.ts';
import { pythonTools } from './python-tools.ts';
import { startProgram } from './programs.ts';
import { tempFolder } from './temp-folder.ts';

/** A small program in the place of python3: it notes each call, and makes an environment with itself in it. */
const standIn = `#!/bin/sh
case "$2" in
  venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && echo "made $3" >> "$NOTES" ;;
  pip) grep -q broken "$6" && echo "no such package" >&2 && exit 1 || echo installed >> "$NOTES" ;;
esac
`;

async function setUp() {
  const folder = await tempFolder();
  const base = join(folder, 'python3');
  const requirements = join(folder, 'requirements.txt');
  const notes = join(folder, 'notes');
  await writeFile(base, standIn.replaceAll('$NOTES', notes), { mode: 0o755 });
  await writeFile(requirements, 'one==1\n');
  const source = { base, requirements, cache: join(folder, 'cache') };
  return {
    source,
    notes,
    installations: async () => (await readFile(notes, 'utf8')).trim().split('\n'),
  };
}

describe('pythonTools', () => {
  it('installs once when several ask at once, and reuses what is there', async () => {
    const { source, installations } = await setUp();
    const asked = await Promise.all([1, 2, 3].map(() => pythonTools(source)));
    const { bin } = await pythonTools(source);
    expect(asked.map((tools) => tools.bin)).toEqual([bin, bin, bin]);
    expect(await installations()).toEqual([`made ${dirname(bin)}`, 'installed']);
  });

  it('installs other pins beside what others may be using', async () => {
    const { source, installations } = await setUp();
    const first = await pythonTools(source);
    await writeFile(source.requirements, 'one==2\n');
    const second = await pythonTools(source);
    expect(second.bin).not.toBe(first.bin);
    expect(existsSync(first.python)).toBe(true);
    expect(await installations()).toHaveLength(4);
  });

  it('begins anew after an installation that was cut off', async () => {
    const { source } = await setUp();
    const { bin } = await pythonTools(source);
    await rm(join(dirname(dirname(bin)), 'complete'));
    await writeFile(join(bin, 'half'), '');
    await pythonTools(source);
    expect(await readdir(bin)).toEqual(['python']);
  });

  it('says what is missing when the installation fails, and tries again', async () => {
    const { source } = await setUp();
    await writeFile(source.requirements, 'broken==1\n');
    await expect(pythonTools(source)).rejects.toThrow(/python3 with its venv module/);
    await expect(pythonTools(source)).rejects.toThrow(/python3 with its venv module/);
    const base = join(source.cache, 'no-such-python');
    await expect(pythonTools({ ...source, base })).rejects.toThrow(
      /"[^"]+no-such-python --version"/,
    );
  });
});

describe('withLock', () => {
  it('lets one in at a time', async () => {
    const path = join(await tempFolder(), 'lock.sqlite');
    const seen: string[] = [];
    const enter = (name: string) =>
      withLock(path, async () => {
        seen.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push(`${name} out`);
      });
    await Promise.all([enter('a'), enter('b')]);
    expect(seen.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out']);
  });

  it('goes to the next when its holder is killed', async () => {
    const path = join(await tempFolder(), 'lock.sqlite');
    const holder = startProgram('hold-lock.mjs', path);
    expect(await holder.nextLine()).toBe('held');
    let entered = false;
    const waiting = withLock(path, async () => {
      entered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(entered).toBe(false);
    await holder.kill('SIGKILL');
    await waiting;
    expect(entered).toBe(true);
  });
});
