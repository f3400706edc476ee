import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { junitProblems, reportProblems, sarifProblems } from '../../report/validators.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';
import { aLine, env, shEngine, yaml } from './sh-engines.ts';

const engines = {
  clean: shEngine('true'),
  finds: shEngine(`${aLine('bad <thing> & "more"')}; ${aLine('other', 'näher/ü b.txt:2:3')}`),
  fails: shEngine('echo "no luck" >&2; exit 127'),
};

const noProblem = async (): Promise<readonly string[]> => [];

/** What each format is when it is whole, and what a schema says against it. */
const formats: Readonly<
  Record<string, { shape: RegExp; problems: (text: string) => Promise<readonly string[]> }>
> = {
  human: { shape: /^näher\/ü b\.txt\n[^]*Exit code 3\.\n$/, problems: noProblem },
  json: { shape: /^\{\n[^]*\}\n$/, problems: reportProblems },
  sarif: { shape: /^\{\n[^]*\}\n$/, problems: sarifProblems },
  junit: { shape: /^<\?xml [^]*<\/testsuites>\n$/, problems: junitProblems },
  markdown: { shape: /^### [^]*Exit code 3&#46;\n$/, problems: noProblem },
  html: { shape: /^<!doctype html>[^]*<\/html>\n$/i, problems: noProblem },
};

describe.each(Object.entries(formats))('check --format %s', (format, { shape, problems }) => {
  it('is whole and valid, alone on standard output or in a file, progress beside it', async () => {
    const cwd = await plantFiles({ 'ratchetr.yaml': yaml({ engines }), 'src/a.txt': '' });
    const path = join(cwd, 'report');
    await writeFile(path, 'what was there before'.repeat(50_000));
    const printed = await runCli(cwd, ['check', '--format', format], env);
    const written = await runCli(cwd, ['check', '--format', format, '--output', 'report'], env);
    for (const text of [printed.stdout, await readFile(path, 'utf8')]) {
      expect(text).toMatch(shape);
      expect(await problems(text)).toEqual([]);
    }
    expect(written).toMatchObject({ code: 3, stdout: '' });
    for (const { code, stderr } of [printed, written]) {
      expect(code).toBe(3);
      expect(stderr).toMatch(/^clean: started$/m);
      expect(stderr).toMatch(/^finds: 2 findings in \d/m);
    }
  });
});

describe('the report for people', () => {
  it('is short for a repository where nothing is wrong', async () => {
    const files = { 'ratchetr.yaml': yaml({ engines: { clean: engines.clean } }) };
    const { root } = await gitRepository(files);
    const { code, stdout } = await runCli(root, ['check'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Engines\n.*\n {2}clean .*clean .*\n\n0 new findings, 0 fixed, 0 tolerated\.\nCompared with \w{7}\.\nNothing found\. Exit code 0\.\n$/,
    );
  });

  it('says once why nothing is tolerated, and in whole sentences', async () => {
    const files = { 'ratchetr.yaml': yaml({ engines: { finds: engines.finds } }) };
    const outside = await runCli(await plantFiles(files), ['check'], env);
    const text = outside.stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Not compared with another commit: the folder is no git repository, or it has no commit yet. ' +
        'There is no baseline, so every finding counts as new. 2 new findings',
    );
    expect(text.match(/counts as new/g)).toHaveLength(1);
    expect(text.match(/no git repository/g)).toHaveLength(1);
  });

  it('gives the reasons where no engine has anything to do', async () => {
    const { code, stdout, stderr } = await runCli(await tempFolder(), ['check'], env);
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    expect(stdout).toMatch(/^Not asked\n[^]*\n {2}biome: no biome\.json [^]*\n {2}vitest: /);
    expect(stdout).toMatch(
      /Nothing was judged: no engine has anything to do here\. Exit code 4\.\n$/,
    );
  });
});
