import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';

/** A program that leaves a mark whenever it runs, and a place for plants. */
export interface Stage {
  /** A repository with a work tree. */
  readonly root: string;
  readonly program: string;
  readonly config: (key: string, value: string) => void;
  readonly write: (path: string, text: string) => Promise<void>;
}

interface Vector {
  readonly plant: (stage: Stage) => Promise<unknown>;
  /** What a person would do that runs it: shows that the plant is a real one. */
  readonly trigger: readonly (readonly string[])[];
  /** Something is missing then, so not all that we ask can be answered. */
  readonly breaks?: boolean;
}

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];

const hooks = ['post-checkout', 'pre-commit', 'reference-transaction', 'post-index-change'];

async function plantHooks(folder: string, program: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const hook of hooks) await symlink(program, join(folder, hook));
}

async function plantRepository(at: string, program: string): Promise<void> {
  execFileSync('git', ['init', '-q', at]);
  const config = (key: string, value: string) =>
    execFileSync('git', ['config', key, value], { cwd: at });
  await writeFile(join(at, '.gitattributes'), '* filter=x\n');
  await writeFile(join(at, 'z.txt'), 'one\n');
  execFileSync('git', ['add', '-A'], { cwd: at });
  execFileSync('git', [...identity, 'commit', '-qm', 'x'], { cwd: at });
  config('core.fsmonitor', program);
  config('filter.x.clean', `${program}; cat`);
  await writeFile(join(at, 'z.txt'), 'two\n');
}

const status = [['status']];
const commit = [['commit', '-q', '--allow-empty', '-m', 'x']];

/** The ways in which a repository makes git run a program. */
export const vectors: Readonly<Record<string, Vector>> = {
  hooks: {
    plant: ({ root, program }) => plantHooks(join(root, '.git/hooks'), program),
    trigger: commit,
  },
  'hooks elsewhere': {
    plant: async ({ root, program, config }) => {
      await plantHooks(join(root, 'my hooks'), program);
      config('core.hooksPath', join(root, 'my hooks'));
    },
    trigger: commit,
  },
  'a monitor of files': {
    plant: async ({ program, config }) => config('core.fsmonitor', program),
    trigger: status,
  },
  'a monitor in an included file': {
    plant: async ({ program, config, write }) => {
      await write('more.config', `[core]\n\tfsmonitor = ${program}\n`);
      config('include.path', '../more.config');
    },
    trigger: status,
  },
  filters: {
    plant: async ({ program, config, write }) => {
      for (const way of ['clean', 'smudge', 'process']) config(`filter.x.${way}`, program);
      await write('.gitattributes', '* filter=x\n');
      await write('new.txt', 'x');
    },
    trigger: [['add', 'new.txt']],
  },
  'a program for differences': {
    plant: async ({ program, config, write }) => {
      config('diff.external', program);
      await write('a.txt', 'other\n');
    },
    trigger: [['diff']],
  },
  'programs for the differences of some files': {
    plant: async ({ program, config, write }) => {
      config('diff.x.textconv', program);
      config('diff.y.command', program);
      await write('.gitattributes', 'a.txt diff=x\nb.txt diff=y\n');
      await write('a.txt', 'other\n');
      await write('b.txt', 'other\n');
    },
    trigger: [['diff']],
  },
  'a program for merges': {
    plant: async ({ program, config, root }) => {
      config('merge.x.driver', program);
      config('merge.default', 'x');
      await writeFile(join(root, '.git/info/attributes'), '* merge=x\n');
    },
    trigger: [
      ['checkout', '-q', '-f', 'main'],
      ['merge', 'theirs'],
    ],
  },
  'a program for signatures': {
    plant: async ({ program, config }) => {
      config('gpg.program', program);
      config('commit.gpgSign', 'true');
    },
    trigger: commit,
  },
  'a remote for files that are missing': {
    plant: async ({ root, program, config }) => {
      const blob = execFileSync('git', ['rev-parse', 'HEAD:gone.txt'], {
        cwd: root,
        encoding: 'utf8',
      });
      const object = join(root, '.git/objects', blob.slice(0, 2), blob.trim().slice(2));
      await rename(object, `${object}.away`);
      config('core.repositoryFormatVersion', '1');
      config('extensions.partialClone', 'origin');
      config('remote.origin.url', 'ssh://example.org/x');
      config('remote.origin.promisor', 'true');
      config('core.sshCommand', program);
    },
    trigger: [['cat-file', '-p', 'HEAD:gone.txt']],
    breaks: true,
  },
  'a repository inside': {
    plant: ({ root, program }) => plantRepository(join(root, 'inner'), program),
    trigger: [['-C', 'inner', 'add', '-A']],
  },
  'a repository inside, which is a part of the tree': {
    plant: async ({ root, program }) => {
      await plantRepository(join(root, 'inner'), program);
      execFileSync('git', ['add', 'inner'], { cwd: root, stdio: 'ignore' });
    },
    trigger: [['-C', 'inner', 'add', '-A']],
  },
  'a repository elsewhere, to which files and links lead': {
    plant: async ({ root, program, write }) => {
      const elsewhere = join(await tempFolder(), 'elsewhere');
      await plantRepository(elsewhere, program);
      await write('sub/.git', `gitdir: ${elsewhere}/.git\n`);
      await write('sub/z.txt', 'three\n');
      await write('linked/z.txt', 'three\n');
      await symlink(join(elsewhere, '.git'), join(root, 'linked/.git'));
    },
    trigger: [['-C', 'linked', 'status']],
  },
  'a bare repository inside': {
    plant: async ({ root, program }) => {
      execFileSync('git', ['init', '-q', '--bare', join(root, 'bare')]);
      await plantHooks(join(root, 'bare/hooks'), program);
    },
    trigger: [['-C', 'bare', 'fetch', '-q', '..', 'main:x']],
  },
  'modules and remotes with programs': {
    plant: async ({ program, config, write }) => {
      await write('.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = ext::${program}\n`);
      config('submodule.x.update', `!${program}`);
      config('submodule.recurse', 'true');
      config('protocol.ext.allow', 'always');
      config('remote.origin.url', `ext::${program}`);
      config('url.ext::/bin/sh -c .insteadOf', '/');
    },
    trigger: [['fetch', '-q', 'origin']],
  },
};
