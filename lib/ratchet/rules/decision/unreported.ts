import type { RunId } from '#model/ids.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { WorkspaceState } from '#model/workspace.ts';

const remembered = 20;

/** Remembers whose result these commands promise to show: a message may be given up, and a promise may not. */
export function promiseReports<State extends WorkspaceState>(
  state: State,
  commands: readonly WorkspaceCommand[],
): State {
  const promised = commands.flatMap((command) =>
    command.kind === 'report' && command.runId !== undefined ? [command.runId] : [],
  );
  if (promised.length === 0) return state;
  const others = (state.unreported ?? []).filter((runId) => !promised.includes(runId));
  return { ...state, unreported: [...others, ...promised].slice(-remembered) };
}

/** What people were shown is owed to them no more. */
export function forgetReport(state: WorkspaceState, runId: RunId): WorkspaceState {
  const { unreported = [], ...rest } = state;
  const left = unreported.filter((one) => one !== runId);
  return left.length === 0 ? rest : { ...rest, unreported: left };
}

/** Asks once more for what people have not been shown. */
export function requestOwedReports({
  unreported = [],
}: WorkspaceState): readonly WorkspaceCommand[] {
  return unreported.map((runId) => ({ kind: 'report', runId }));
}
