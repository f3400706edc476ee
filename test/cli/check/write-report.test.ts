import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSystem } from '#local/system.ts';
import { canWriteReport, writeReport } from '../../../lib/cli/check/write-report.ts';
import { renderJson } from '#report/json.ts';
import { aReport } from '../../report/check-reports.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function place() {
  const cwd = await tempFolder();
  const said = { stdout: '', stderr: '', code: 0 };
  const context = {
    system: createSystem(),
    cwd,
    env: {},
    signal: new AbortController().signal,
    stdout: { write: (text: string) => void (said.stdout += text) },
    stderr: { write: (text: string) => void (said.stderr += text) },
    exitWith: (code: number) => void (said.code = code),
  };
  const write = (output?: string) => writeReport(context, () => renderJson(aReport()), output);
  return { cwd, said, context, write };
}

describe('a report', () => {
  it('goes to standard output, or into a file and nowhere else', async () => {
    const { cwd, said, write } = await place();
    await write();
    await write('report.json');
    expect(await readFile(join(cwd, 'report.json'), 'utf8')).toBe(said.stdout);
    expect(JSON.parse(said.stdout)).toMatchObject({ schemaVersion: 1 });
    expect(await readdir(cwd)).toEqual(['report.json']);
  });

  it('takes the place of a file as a whole, even of one that is longer or may not be written', async () => {
    const { cwd, said, write } = await place();
    const path = join(cwd, 'report.json');
    await writeFile(path, 'x'.repeat(100_000));
    await chmod(path, 0o444);
    const { ino } = await stat(path);
    await write('report.json');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ schemaVersion: 1 });
    // Whoever reads the old one meanwhile goes on reading the old one.
    expect((await stat(path)).ino).not.toBe(ino);
    expect(said).toMatchObject({ stderr: '', code: 0 });
  });

  it('may have a name as long as the system allows, and says what is wrong with a longer one', async () => {
    const { cwd, said, write } = await place();
    await write('n'.repeat(255));
    expect(said).toMatchObject({ stderr: '', code: 0 });
    await write('m'.repeat(256));
    expect(said.stderr).toMatch(
      /^The report cannot be written to "m+": its name is too long; choose a shorter one\.\n$/,
    );
    expect(said.code).toBe(2);
    expect(await readdir(cwd)).toEqual(['n'.repeat(255)]);
  });

  it.each([
    ['out', 'that is a folder; name a file'],
    ['no/where/r.json', 'its folder does not exist; create the folder or name another file'],
    ['file/r.json', 'its folder does not exist; create the folder or name another file'],
  ])('is refused at %s before anything runs', async (output, reason) => {
    const { cwd, said, context } = await place();
    await mkdir(join(cwd, 'out'));
    await writeFile(join(cwd, 'file'), '');
    expect(await canWriteReport(context, 'r.json')).toBe(true);
    expect(said.code).toBe(0);
    expect(await canWriteReport(context, output)).toBe(false);
    expect(said).toEqual({
      stdout: '',
      stderr: `The report cannot be written to ${JSON.stringify(output)}: ${reason}.\n`,
      code: 2,
    });
  });
});
