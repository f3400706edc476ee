import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { realAgents } from '../../support/real-agents.ts';
import type { FakeProvider } from '../../support/fake-provider.ts';
import { type Heard, startScriptedModel, type Turn } from '../../support/scripted-model.ts';
import { type Fixed, fix } from '../fix/run-fix.ts';
import { linkModules } from '../fix/shop.ts';

const files = {
  '.gitignore': '.venv\nnode_modules\n__pycache__\n',
  'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  'shop/__init__.py': '',
  'shop/total.py': 'def total(prices):\n    return sum(prices) + 1\n',
  'tests/test_total.py':
    'from shop.total import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n',
  'package.json': '{ "private": true }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["web"] }\n',
  'web/name.ts': 'export const name: string = 7;\n',
};

/** A repository with one failing test and one error of types, and the real tools for both. */
async function plantBoth(agent: string): Promise<GitRepository> {
  const settings = {
    version: 1,
    agents: { order: [agent] },
    retry: { maxAttempts: 1 },
  };
  const repository = await gitRepository({ ...files, 'ratchetr.yaml': JSON.stringify(settings) });
  await linkEnvironment(repository.root);
  await linkModules(repository.root);
  const bin = join(repository.root, 'node_modules/.bin');
  await mkdir(bin);
  await symlink('../typescript/bin/tsc', join(bin, 'tsc'));
  return repository;
}

/** What a script knows: the line that its prompt states for one of the tools. */
type Script = (line: string) => readonly Turn[];

export interface Scripts {
  readonly pytest: Script;
  readonly tsc: Script;
}

export interface Repaired extends Fixed {
  readonly repository: GitRepository;
  readonly heard: readonly Heard[];
}

/** Lets the real program of an agent repair both by a model that follows a script. */
export async function repairWith(agent: string, { pytest, tsc }: Scripts): Promise<Repaired> {
  const model = await startScriptedModel((prompt) => {
    const stated = (pattern: RegExp) => pattern.exec(prompt)?.[1];
    const [test, types] = [
      stated(/^((?:\w+=\S+ )*\S+ -m pytest -q .*)$/m),
      stated(/^(.*tsc --noEmit .*)$/m),
    ];
    if (test !== undefined) return pytest(test);
    return types === undefined ? [{ say: 'No command was stated.' }] : tsc(types);
  });
  onTestFinished(() => model.stop());
  const repaired = await repairBy(agent, model, ['--apply']);
  return { ...repaired, heard: model.sessions.flat() };
}

/** Lets the real program of an agent repair both by whatever answers at an address. */
export async function repairBy(
  agent: string,
  provider: Pick<FakeProvider, 'origin'>,
  argv: readonly string[] = [],
): Promise<Fixed & Pick<Repaired, 'repository'>> {
  const programs = await realAgents();
  const repository = await plantBoth(agent);
  const env = { ...keysFor(provider), PATH: `${programs}:${process.env['PATH']}` };
  return { ...(await fix(repository.root, argv, { env })), repository };
}

function keysFor({ origin }: Pick<FakeProvider, 'origin'>) {
  return {
    ANTHROPIC_API_KEY: 'a-key',
    OPENAI_API_KEY: 'a-key',
    RATCHETR_MODELS_ORIGINS_ANTHROPIC: origin,
    RATCHETR_MODELS_ORIGINS_OPENAI: origin,
  };
}

/** What came of a command, each time that it was run. */
export function answersTo(heard: readonly Heard[], command: string): readonly string[] {
  return heard.flatMap(({ turn, answer }) =>
    'run' in turn && turn.run === command ? [answer] : [],
  );
}

export const rightTotal: Turn = {
  edit: 'shop/total.py',
  from: 'sum(prices) + 1',
  to: 'sum(prices)',
};
export const rightName: Turn = { edit: 'web/name.ts', from: '= 7', to: "= 'seven'" };
export const done: Turn = { say: '{ "status": "success", "summary": "It is repaired." }' };
