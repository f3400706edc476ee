import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Run } from '#model/run.ts';
import { runBrief } from '#model/run-brief.ts';
import { sha } from '#model/ids.ts';
import { briefName } from '#ratchet/dispatch/brief-name.ts';
import { pinnedNode, startProgram } from '../../cli/start-program.ts';
import { plantWords } from '../../flow/fix/words.ts';
import { launched, run } from '../../flow/work/ground.ts';
import type { GitRepository } from '../../support/git-repository.ts';
import { aRun, aWorkspaceState, runId, workspaceId } from '../../support/samples.ts';

const honest = 'grep -rn BAD "$@"; test $? -eq 1\n';

/** A repository whose set-up installs the tool that lies in it, with one finding of old. */
async function shop() {
  const installed = 'node_modules/finder.sh';
  const report = {
    from: 'stdout',
    pattern: String.raw`^(?<path>[^:]+):(?<line>\d+):(?<message>(?<rule>BAD).*)$`,
  };
  const words = {
    from: 'command',
    paths: ['src'],
    options: { command: ['sh', installed], report },
  };
  const repository = await plantWords({
    files: {
      '.gitignore': 'node_modules\n',
      'src/old.txt': 'BAD but old\n',
      'tools/finder.sh': honest,
      'tools/install.sh': `mkdir -p node_modules; cp tools/finder.sh ${installed}\n`,
    },
    config: { engines: { words }, setup: [{ run: ['sh', 'tools/install.sh'] }] },
  });
  const branch = async (name: string, files: Readonly<Record<string, string>>): Promise<void> => {
    repository.git('checkout', '-qB', name, 'main');
    await repository.write(files);
    repository.commit(name);
  };
  return { repository, branch };
}

type Plane = Awaited<ReturnType<typeof launched>>;

/** Checks one more head on the same control plane, for a pull request of this name. */
async function checkOnceMore(
  plane: Plane,
  { git }: GitRepository,
  { pull, head, number }: { readonly pull: string; readonly head: string; readonly number: number },
): Promise<Run | undefined> {
  const { home, runs, artifacts, workspaces, forge } = plane;
  const [id, workspace] = [runId(`run-${number}`), workspaceId(pull)];
  const headSha = sha.parse(git('rev-parse', head));
  git('push', '-q', join(forge, 'shop.git'), `+${head}:refs/heads/${head}`);
  const brief = runBrief.parse({ ...plane.brief, runId: id, headSha, headRef: head });
  const { baseSha } = brief;
  const now = Date.now();
  await runs.createRun(
    aRun({
      id,
      workspaceId: workspace,
      kind: 'check',
      headSha,
      baseSha,
      config: {},
      startedAt: now,
    }),
  );
  const text = new TextEncoder().encode(JSON.stringify(brief));
  await artifacts.put({ runId: id, name: briefName }, text);
  const times = { startBy: now + 300_000, deadline: now + 600_000 };
  const worker = { id, phase: 'launching', launches: 1, fence: 0, ...times } as const;
  const seen = await workspaces.load(workspace);
  const check = { ...worker, kind: 'check' as const, headSha };
  if (seen === undefined) {
    await workspaces.create(aWorkspaceState({ id: workspace, check }), now);
  } else {
    const next = { ...seen.state, check };
    await workspaces.commit({ seen, next, commands: [], now, token: `again-${number}` });
  }
  const order = ['--home', home, '--workspace', workspace, '--run', id];
  const program = [pinnedNode, resolve('lib/local/worker/start.mjs'), ...order];
  const env = `RATCHETR_CLONE_URL=${join(forge, '{name}.git')}`;
  const ending = await startProgram(['/usr/bin/env', env, ...program], { cwd: home }).ended;
  expect(ending).toMatchObject({ code: 0 });
  return runs.loadRun(id);
}

const counts = (fresh: number, tolerated: number) => ({
  summary: { findings: { new: fresh, tolerated } },
});

it('what one pull request says of the base by its own tools reaches no other one', async () => {
  const { repository, branch } = await shop();
  const blind = repository
    .git('show', 'main:tools/install.sh')
    .replace('cp tools/finder.sh', 'echo exit 0 >');
  await branch('blind', { 'tools/install.sh': blind });
  await branch('honest', { 'README.md': 'A page.\n' });
  const plane = await launched({ repository, head: 'blind', base: 'main' }, { work: 'check' });
  expect(await plane.start().ended).toMatchObject({ code: 0 });
  expect(await plane.runs.loadRun(run)).toMatchObject(counts(0, 0));
  const next = { pull: 'workspace-2', head: 'honest', number: 2 };
  expect(await checkOnceMore(plane, repository, next)).toMatchObject(counts(0, 1));
});

it('what a head says of the base by its own tools serves no later head', async () => {
  const { repository, branch } = await shop();
  const lie = `echo 'echo "src/new.txt:1:BAD and new"' >`;
  const install = repository
    .git('show', 'main:tools/install.sh')
    .replace('cp tools/finder.sh', lie);
  await branch('pull', { 'tools/install.sh': install, 'src/new.txt': 'good\n' });
  const plane = await launched({ repository, head: 'pull', base: 'main' }, { work: 'check' });
  expect(await plane.start().ended).toMatchObject({ code: 0 });
  await branch('pull', { 'src/new.txt': 'BAD and new\n' });
  const again = { pull: 'workspace-1', head: 'pull', number: 2 };
  expect(await checkOnceMore(plane, repository, again)).toMatchObject(counts(1, 1));
});
