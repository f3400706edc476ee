import type { RunId } from '#model/ids.ts';
import type { Message, WorkspaceCommand } from '#model/message.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { obeyCommand } from '#ratchet/obey-command.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import { recordExit } from '#ratchet/record-exit.ts';
import { reportToForge } from '#ratchet/report.ts';
import { runForgeAction } from '#ratchet/run-forge-action.ts';
import { wakeDue } from '#ratchet/wake-due.ts';
import type { Activity } from './activities.ts';
import type { Carried, StepDeps, World } from './world.ts';

/** Receives a message as the control plane does: it is gone once it was handled, and comes again until then. */
export async function receive(world: World, carried: Carried): Promise<Activity> {
  const { message } = carried;
  const about = { name: nameOf(message), isOver: isOver(world, message) };
  carried.receivers += 1;
  return world.activities.start(
    about.name,
    (pass) => handle(world.depsFor(pass, about), world, message),
    (ending) => {
      carried.receivers -= 1;
      const place = world.queue.indexOf(carried);
      if (ending === 'done' && place !== -1) world.queue.splice(place, 1);
    },
  );
}

export async function tick(world: World): Promise<Activity> {
  return world.activities.start('tick', async (pass) => {
    await wakeDue(world.depsFor(pass, { name: 'tick', isOver: false }));
    return 'done';
  });
}

/** An event of the forge arrives. */
export async function wake(world: World): Promise<void> {
  world.trace.push('webhook');
  await world.workspaces.wake(world.id, world.now());
  world.send({ kind: 'look', schemaVersion: 1, workspaceIds: [world.id] });
}

async function handle(deps: StepDeps, world: World, message: Message): Promise<'done' | 'retry'> {
  switch (message.kind) {
    case 'look':
      await decideNext(deps, message.workspaceIds);
      return 'done';
    case 'asked':
      await obeyCommand(deps, message);
      return 'done';
    case 'command':
      return carryOut(deps, world, message.command);
  }
}

async function carryOut(
  deps: StepDeps,
  world: World,
  command: WorkspaceCommand,
): Promise<'done' | 'retry'> {
  const { id: workspaceId } = world;
  switch (command.kind) {
    case 'dispatch':
      await dispatchRun(deps, { workspaceId, runId: command.runId });
      return 'done';
    case 'publish':
      await publishChangeset(deps, { workspaceId, runId: command.runId });
      return 'done';
    case 'exit':
      await recordExit(deps, { workspaceId, runId: command.runId });
      return 'done';
    case 'stop':
      await deps.launcher.stop(command.taskRef, command.because);
      return 'done';
    case 'errand':
      await runForgeAction(deps, { workspaceId, action: command.errand });
      return 'done';
    case 'report':
      await reportToForge(deps, { workspaceId, runId: command.runId });
      return 'done';
  }
}

/** What is shown of a session is noted when the session is over; everything else comes too late then. */
function isOver({ book }: World, message: Message): boolean {
  if (message.kind === 'command' && message.command.kind === 'report') return false;
  const run = runOf(message);
  return run !== undefined && book.cleared.has(run);
}

function runOf(message: Message): RunId | undefined {
  if (message.kind !== 'command') return undefined;
  return 'runId' in message.command ? message.command.runId : undefined;
}

function nameOf(message: Message): string {
  if (message.kind === 'look') return 'look';
  if (message.kind === 'asked') return `asked ${message.text}`;
  return `${message.command.kind} ${runOf(message) ?? ''}`.trimEnd();
}
