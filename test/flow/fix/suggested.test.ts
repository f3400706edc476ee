import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { fix, startRatchetr, triesOf } from './run-fix.ts';

const settings = (more: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    version: 1,
    check: { engines: ['ruff'] },
    retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
    ...more,
  });

const rules = '[tool.ruff.lint]\nselect = ["E", "F"]\n';
const ignored = '.venv\n.ratchetr\n';

describe('a remark that silences a finding by its rule', () => {
  it('is not pushed, and is offered to a person', async () => {
    const hush = `sed -i 's/^import os$/import os  # noqa: F401/; s/^import sys$/import sys  # noqa/' $(ls shop/*.py)`;
    const { root } = await gitRepository({
      '.gitignore': ignored,
      'pyproject.toml': rules,
      'shop/tight.py': '"""Shop."""\n\nimport os\n',
      'ratchetr.yaml': settings({
        tasks: { autofix: false },
        agents: { order: ['command'], settings: { command: { command: ['sh', '-c', hush] } } },
      }),
    });
    await linkEnvironment(root);
    const { report } = await fix(root);
    expect(triesOf(report)['ruff shop/tight.py']?.join()).toContain('SUPPRESSION_ADDED');
    const suggestion = {
      tool: 'ruff',
      path: 'shop/tight.py',
      line: 3,
      before: 'import os',
      after: 'import os  # noqa: F401',
    };
    expect(report.summary).toMatchObject({ outcome: 'unchanged', suggestions: [suggestion] });
    const { stdout } = await startRatchetr(root, ['show', report.run.id, '--format', 'markdown'])
      .ended;
    expect(stdout).toContain('```suggestion\nimport os  # noqa: F401\n```');
  });
});

describe('repairs that a tool calls unsafe', () => {
  const files = {
    '.gitignore': ignored,
    'pyproject.toml': rules,
    'shop/assigned.py': 'def total() -> int:\n    rest = 1\n    return 2\n',
  };

  it('are tried before any agent, and taken under the same proof', async () => {
    const { root } = await gitRepository({
      ...files,
      'ratchetr.yaml': settings({ agents: { order: ['autofix'] } }),
    });
    await linkEnvironment(root);
    const { report } = await fix(root);
    expect(triesOf(report)).toEqual({ 'ruff shop/assigned.py': ['autofix: accepted'] });
    expect(report.summary).toMatchObject({ outcome: 'green' });
  });

  it('are left alone where the settings say so', async () => {
    const { root } = await gitRepository({
      ...files,
      'ratchetr.yaml': settings({
        agents: { order: ['autofix'] },
        tasks: { autofix_unsafe: false },
      }),
    });
    await linkEnvironment(root);
    const { report } = await fix(root);
    expect(report.summary).toMatchObject({ outcome: 'unchanged' });
  });
});
