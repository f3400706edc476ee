import { describe, expect, it } from 'vitest';
import { judgeExecuting } from '#repair/rules/verdict/executing-elsewhere.ts';
import { judgeDiff } from '#repair/rules/verdict/judge-diff.ts';
import { add, edit, remove, rename, rulesOf } from './diffs.ts';

const judged = (entry: ReturnType<typeof edit>, executingPaths: readonly string[] = []) =>
  judgeExecuting([entry], { executingPaths });

describe('a change of what executes elsewhere', () => {
  it.each([
    '.github/workflows/ci.yml',
    '.github/scripts/deploy.sh',
    '.github/actions/x/index.js',
    'tools/action.yml',
    '.github/dependabot.yml',
    'renovate.json',
    '.circleci/config.yml',
    '.gitlab-ci.yml',
    'Jenkinsfile',
    'azure-pipelines.yml',
    '.buildkite/pipeline.yml',
    '.travis.yml',
    '.drone.yml',
    'bitbucket-pipelines.yml',
    '.woodpecker/a.yml',
    'appveyor.yml',
    '.husky/pre-commit',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.githooks/pre-push',
    '.devcontainer/devcontainer.json',
    '.yarn/releases/yarn-4.cjs',
    '.yarnrc.yml',
    'gradle/wrapper/gradle-wrapper.properties',
    '.mvn/wrapper/maven-wrapper.properties',
    '.mise.toml',
    '.tool-versions',
    '.envrc',
    'Makefile',
  ])('%s is told, with what runs it', (path) => {
    for (const entry of [add(path, 'x'), edit(path, 'x', 'y'), remove(path), rename(path, 'a')]) {
      const [told] = judged(entry);
      expect(told?.code).toBe('EXECUTES_ELSEWHERE');
      expect(told?.sentence).toContain(`${path}, which `);
    }
    expect(judged(edit(path, 'x', 'y'), [path])).toEqual([]);
  });

  it('is found under names that other file systems take for the same', () => {
    expect(judged(add('.GitHub/Workflows/ci.yml', 'x'))).toHaveLength(1);
  });

  it('names the scripts of a manifest, and no other part of it', () => {
    const before = '{"scripts":{"test":"a"},"version":"1"}';
    const [told] = judged(edit('package.json', before, before.replace('"a"', '"b"')));
    expect(told?.sentence).toContain('package.json (scripts.test), which npm');
    expect(judged(edit('package.json', before, before.replace('"1"', '"2"')))).toEqual([]);
    expect(judged(rename('package.json', 'web/package.json', before))).toEqual([]);
  });

  it('is a warning of an attempt, and waits for a person only at the push', () => {
    const verdict = judgeDiff([edit('Jenkinsfile', 'x', 'y')], rulesOf());
    expect(verdict).toMatchObject({
      kind: 'accepted',
      warnings: [{ code: 'EXECUTES_ELSEWHERE' }],
    });
    expect(judged(edit('src/total.py', 'x', 'y'))).toEqual([]);
  });
});
