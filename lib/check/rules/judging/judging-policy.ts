import type {
  JudgingChange,
  JudgingClass,
  JudgingPolicy,
  JudgingReport,
  JudgingStanding,
} from '#model/judging.ts';
import type { JudgingFile } from './find-judging-changes.ts';

/** What is done about a change to how the code is judged. */
export interface JudgingSettings {
  readonly judging: JudgingPolicy;
  /** For single classes, in place of that. */
  readonly judgingOf: Readonly<Partial<Record<JudgingClass, JudgingPolicy>>>;
}

/** Each change with what the policy says of it, and what it comes to in all. */
export function applyJudgingPolicy(
  files: readonly JudgingFile[],
  { judging, judgingOf }: JudgingSettings,
): JudgingReport {
  const changes = files.flatMap(({ path, remarks }) =>
    remarks.map(({ class: kind, sentence, milder }): JudgingChange => ({
      path,
      class: kind,
      sentence,
      milder: [...milder],
      policy: judgingOf[kind] ?? judging,
    })),
  );
  const policies = new Set(changes.map(({ policy }) => policy));
  const strictest = strictestFirst.find((policy) => policies.has(policy));
  return { standing: strictest === undefined ? 'unchanged' : standings[strictest], changes };
}

const strictestFirst: readonly JudgingPolicy[] = ['refuse', 'ask', 'say'];

const standings: Readonly<Record<JudgingPolicy, JudgingStanding>> = {
  refuse: 'refused',
  ask: 'asked',
  say: 'said',
};
