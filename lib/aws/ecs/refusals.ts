import { ECSServiceException, type Failure } from '@aws-sdk/client-ecs';
import type { LaunchOutcome } from '#ratchet/needs/launcher.ts';

/** Words of ECS, EC2 and Fargate for what passes: too many calls, no machine free, a quota that is used up. */
const passing =
  /capacity|RESOURCE:|rate exceeded|throttl|too many|limit|concurren|try again|temporar|timed? ?out/i;

const throttles: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'Throttling',
  'RequestLimitExceeded',
  'LimitExceededException',
  'TooManyRequestsException',
]);

/** What ECS refuses whoever asks, however often; a throttle of another service may hide in the first two. */
const refusals: ReadonlySet<string> = new Set([
  'InvalidParameterException',
  'ClientException',
  'AccessDeniedException',
  'BlockedException',
  'ClusterNotFoundException',
  'PlatformTaskDefinitionIncompatibilityException',
  'PlatformUnknownException',
  'UnsupportedFeatureException',
]);

/** ECS reports a lack of capacity in an answer that says 200. */
export function outcomeOfFailures(failures: readonly Failure[]): LaunchOutcome {
  const texts = failures.map(({ reason, detail }) =>
    [reason, detail].filter((text) => text !== undefined).join(': '),
  );
  const reason = texts.filter((text) => text !== '').join('; ');
  if (reason === '') return { kind: 'later', reason: 'ECS started no task and did not say why.' };
  return { kind: passing.test(reason) ? 'later' : 'refused', reason: `ECS: ${reason}` };
}

/** Says what a failed call means for the launch; where a task may have been started after all, it is thrown. */
export function outcomeOfError(error: unknown): LaunchOutcome {
  if (!(error instanceof ECSServiceException)) throw error;
  const { name, message } = error;
  const reason = `ECS: ${name}: ${message}`;
  if (throttles.has(name)) return { kind: 'later', reason };
  if (!refusals.has(name)) throw error;
  return { kind: passing.test(message) ? 'later' : 'refused', reason };
}
