import { createForgeWriting } from '#github/forge.ts';
import type { PullRequest } from '#model/workspace.ts';
import type { CheckRunReport, OwnCheck } from '#ratchet/needs/forge.ts';
import type { Pull } from '../support/github/model.ts';
import { type Ground, githubGround, pullRequestOf, shaOf } from './ground.ts';

/** A pull request, and us with something to say on it. */
export interface Speaking extends Ground {
  readonly writing: ReturnType<typeof createForgeWriting>;
  readonly pull: Pull;
  readonly at: PullRequest;
  readonly check: OwnCheck;
  /** The same over a plain token. */
  readonly asToken: () => ReturnType<typeof createForgeWriting>;
}

export async function speaking(): Promise<Speaking> {
  const ground = await githubGround();
  const { hands, github, client, clock, log, tokenClient } = ground;
  hands.commit('fix', { 'src/total.py': 'total = 2\n' });
  const pull = hands.openPull({ head: 'fix', title: 'Fix' });
  return {
    ...ground,
    writing: createForgeWriting(client, { clock, log }),
    pull,
    at: pullRequestOf(pull, github),
    check: { headSha: shaOf(pull.headSha), externalId: 'run-1' },
    asToken: () => createForgeWriting(tokenClient('acme'), { clock, log }),
  };
}

/** A report with so many annotations. */
export function reportOf(count: number, more: Partial<CheckRunReport> = {}): CheckRunReport {
  return {
    conclusion: 'failure',
    title: `${count} findings`,
    summary: 'What was found.',
    annotations: Array.from({ length: count }, (_, n) => ({
      path: 'src/total.py',
      line: n + 1,
      level: 'failure',
      title: n === 0 ? '' : `E${n}`,
      message: `Finding ${n}`,
    })),
    ...more,
  };
}
