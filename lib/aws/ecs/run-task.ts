import {
  ConflictException,
  type ECSClient,
  RunTaskCommand,
  type RunTaskCommandInput,
  ECSServiceException,
  type Failure,
} from '@aws-sdk/client-ecs';
import type { LaunchOutcome } from '#ratchet/needs/launcher.ts';
import { toTaskInput, type TaskLaunch, otherToken, type EcsLauncherOptions } from './task-input.ts';

/** What ECS takes of overrides, their JSON included. */
const mostOverrides = 8_192;

/** Runs the task of a launch, or finds it: the same launch never has a second one. */
export async function runTask(
  client: ECSClient,
  options: EcsLauncherOptions,
  task: TaskLaunch,
): Promise<LaunchOutcome> {
  const input = toTaskInput(options, task);
  const { length } = JSON.stringify(input.overrides);
  if (length > mostOverrides) {
    const reason =
      `The environment of the worker of run ${task.launch.runId} has ${length} characters, but ECS takes at most ` +
      `${mostOverrides}: its capability is too long.`;
    return { kind: 'refused', reason };
  }
  const outcome = await sendRunTask(client, input);
  if (outcome.kind !== 'spent') return outcome;
  // An earlier launch of this number told the worker something else and came to nothing, so no worker runs.
  const again = await sendRunTask(client, { ...input, clientToken: otherToken(task) });
  if (again.kind !== 'spent') return again;
  return { kind: 'later', reason: 'ECS is still busy with an earlier launch of this run.' };
}

/** `spent`: the token was used for other words, and no task came of it. */
type Sent = LaunchOutcome | { readonly kind: 'spent' };

async function sendRunTask(client: ECSClient, input: RunTaskCommandInput): Promise<Sent> {
  try {
    const { tasks = [], failures = [] } = await client.send(new RunTaskCommand(input));
    const taskRef = tasks[0]?.taskArn;
    return taskRef === undefined ? outcomeOfFailures(failures) : { kind: 'launched', taskRef };
  } catch (error) {
    if (!(error instanceof ConflictException)) return outcomeOfError(error);
    // Said in other words, it is the same launch: its worker is adopted.
    const taskRef = error.resourceIds?.[0];
    return taskRef === undefined ? { kind: 'spent' } : { kind: 'launched', taskRef };
  }
}

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

/** What ECS refuses every time; a throttle of another service may hide in the first two. */
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
function outcomeOfFailures(failures: readonly Failure[]): LaunchOutcome {
  const texts = failures.map(({ reason, detail }) =>
    [reason, detail].filter((text) => text !== undefined).join(': '),
  );
  const reason = texts.filter((text) => text !== '').join('; ');
  if (reason === '') return { kind: 'later', reason: 'ECS started no task and did not say why.' };
  return { kind: passing.test(reason) ? 'later' : 'refused', reason: `ECS: ${reason}` };
}

/** Says what a failed call means for the launch; where a task may have been started after all, it is thrown. */
function outcomeOfError(error: unknown): LaunchOutcome {
  if (!(error instanceof ECSServiceException)) throw error;
  const { name, message } = error;
  const reason = `ECS: ${name}: ${message}`;
  if (throttles.has(name)) return { kind: 'later', reason };
  if (!refusals.has(name)) throw error;
  return { kind: passing.test(message) ? 'later' : 'refused', reason };
}
