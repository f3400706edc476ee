import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEditablePaths } from '#platform/files/editable-paths.ts';
import { tempFolder } from '../../support/temp-folder.ts';

type Files = (root: string) => Readonly<Record<string, string>>;

/** The paths that an environment with these files among its packages names, where it lies in the repository. */
async function found(files: Files, place = '.venv'): Promise<readonly string[]> {
  const root = await tempFolder();
  const environment = join(root, place);
  await plant(root, environment, files);
  return findEditablePaths(root, environment);
}

async function plant(root: string, environment: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files(root))) {
    const path = join(environment, 'lib/python3.12/site-packages', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

describe('the folders of a repository that an environment imports from', () => {
  it('are the paths in its path files, not what those run and not what is installed', async () => {
    const paths = await found((root) => ({
      'easy-install.pth': `${root}/src\n/usr/lib/elsewhere\n`,
      'flat.pth': `# ${root}/comment\n\n${root}\r\n`,
      'relative.pth': '../../../../packages/a/src\n',
      'inner.pth': `more\n${root}/.venv/extra\n`,
      'run.pth': `import os; os.environ["X"] = "${root}/run"\nimport\tos\n`,
      'notes.txt': `${root}/notes\n`,
      'twice.pth': `${root}/src/\n`,
    }));
    expect(paths).toEqual(['src', '.', 'packages/a/src']);
  });

  it('are those above the modules in a finder, where Python would find them by their names', async () => {
    const paths = await found((root) => ({
      '__editable___a_0_1_finder.py': `MAPPING: dict[str, str] = {'a': '${root}/src/a', 'b.c': '${root}/lib/b/c', "it's": "${root}/it's own/it's"}\nNAMESPACES: dict[str, list[str]] = {'b': ['${root}/other/b']}\n`,
      '__editable___old_finder.py': `MAPPING = {'single': '${root}/one/single.py'}\n`,
      '__editable___renamed_finder.py': `MAPPING = {'name': '${root}/code'}\n`,
      '__editable___empty_finder.py': 'MAPPING: dict[str, str] = {}\n',
      'finder.py': `MAPPING = {'no': '${root}/no/no'}\n`,
    }));
    expect(paths).toEqual(['src', 'lib', "it's own", 'one']);
  });

  it('are found where repository or environment are reached by a link', async () => {
    const [root, elsewhere] = [await tempFolder(), await tempFolder()];
    const [environment, repository] = [join(elsewhere, 'env'), join(elsewhere, 'linked')];
    await mkdir(join(root, 'src'));
    await plant(root, environment, () => ({ 'a.pth': `${root}/src\n` }));
    await symlink(root, repository);
    await symlink(environment, join(root, '.venv'));
    expect(findEditablePaths(repository, join(root, '.venv'))).toEqual(['src']);
  });

  it('are none where nothing is installed', async () => {
    expect(await found(() => ({}))).toEqual([]);
    expect(await found((root) => ({ 'a.pth': `${root}-other/src\n` }))).toEqual([]);
  });
});
