import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '#model/finding.ts';
import { validationSpec } from '#model/validation.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { defaultTaskLimits, type TaskDraft } from '#repair/rules/tasks/draft.ts';
import { found, someFindings } from '../repair/rules/tasks/found.ts';
import { samples, withoutConfig } from './conformance-samples.ts';
import { planOf } from './recorded.ts';

const runners = { 'python-module': 'python', 'node-bin': 'node', binary: 'generic' } as const;

const repairing = samples.flatMap(([id, { engine, options }]) => {
  const { tasks, validation } = engine;
  if (tasks === undefined || validation === undefined) return [];
  return [[id, { engine, options, tasks, validation }] as const];
});

it('every engine makes tasks of its findings and says what shows them done', () => {
  expect(repairing.map(([id]) => id)).toEqual(samples.map(([id]) => id));
});

describe.each([
  ['mypy', '--python-executable'],
  ['pyright', '--pythonpath'],
])('%s', (id, flag) => {
  it('judges, and checks a task, by the packages that the code sees', () => {
    const python = '/repo/.venv/bin/python';
    const [draft] = byFile([found('a.py')]);
    const args = repairing.flatMap(([name, { engine, validation }]) => {
      if (name !== id || draft === undefined) return [];
      const input = { others: [], complete: true, timeoutMs: 1, limits: defaultTaskLimits };
      const { commands } = validation({ draft, plan: planOf(), python, ...input });
      const { args: checked } = engine.check.spec({ plan: planOf(), scratch: '/s', python });
      return [checked, ...commands.map((command) => command.args)];
    });
    expect(args.map((all) => all[all.indexOf(flag) + 1])).toEqual([python, python]);
  });
});

describe.each(repairing)('%s', (id, { engine, options, tasks, validation }) => {
  const draftsOf = (findings: readonly Finding[]) => tasks(findings, defaultTaskLimits);
  const plan = planOf({
    engine: id,
    root: 'packages/inner',
    scope: ['src'],
    config: { path: 'conf/tool.cfg', source: 'config' },
    args: ['--an-argument'],
    env: { MODE: 'strict' },
    options,
  });
  const check = (draft: TaskDraft, others: readonly Finding[]) =>
    validation({
      draft,
      plan,
      others,
      complete: true,
      timeoutMs: 1_000,
      limits: defaultTaskLimits,
    });

  it('puts every finding into one task and every file into one at most', () => {
    fc.assert(
      fc.property(someFindings(id), (findings) => {
        const drafts = draftsOf(findings);
        const held = drafts.flatMap(({ findingIds }) => findingIds);
        expect(held.toSorted()).toEqual(findings.map((one) => one.id).toSorted());
        const files = drafts.flatMap(({ targets }) => targets.files);
        expect(new Set(files).size).toBe(files.length);
      }),
    );
  });

  it('makes the same tasks in whatever order findings come', () => {
    fc.assert(
      fc.property(someFindings(id), (findings) => {
        expect(sorted(draftsOf(findings.toReversed()))).toEqual(sorted(draftsOf(findings)));
      }),
    );
  });

  it('checks each task by its own program, under the plan', () => {
    fc.assert(
      fc.property(someFindings(id), (findings) => {
        for (const draft of draftsOf(findings)) {
          const [command, ...more] = validationSpec.parse(check(draft, [])).commands;
          expect(more).toEqual([]);
          expect(command).toMatchObject({
            runner: runners[engine.program.kind],
            cwd: 'packages/inner',
            env: { MODE: 'strict' },
            timeoutMs: 1_000,
          });
          expect(command?.args).toContain('--an-argument');
          const given = command?.args.some((arg) => arg.includes('conf/tool.cfg'));
          expect(given).toBe(!withoutConfig.has(id));
        }
      }),
    );
  });

  // Coverage has numbers to rise; its exit code tells of the tests.
  it.runIf(engine.scope === 'whole-program' && !/(?:^|-)coverage$/.test(id))(
    'never asks for exit code 0 while others of the program may stay',
    () => {
      fc.assert(
        fc.property(someFindings(id), (findings) => {
          const wrong = draftsOf(findings).filter((draft) => {
            const others = findings.filter((one) => !draft.findingIds.includes(one.id));
            return others.length > 0 && check(draft, others).successCriteria.requireExitCode0;
          });
          expect(wrong).toEqual([]);
        }),
      );
    },
  );
});

function sorted(drafts: readonly TaskDraft[]): readonly TaskDraft[] {
  return drafts.toSorted((a, b) => (a.findingIds.join() < b.findingIds.join() ? -1 : 1));
}
