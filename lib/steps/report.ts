import { checkReport } from '#domain/model/check-report.ts';
import { artifactName } from '#domain/model/artifact.ts';
import type { RunId, WorkspaceId } from '#domain/model/ids.ts';
import type { WorkspaceState } from '#domain/model/workspace.ts';
import { checkResult } from '#domain/report/github/check-result.ts';
import { stickyComment, stickyMarker } from '#domain/report/github/sticky.ts';
import type { Artifacts } from '#ports/artifacts.ts';
import type { Forge } from '#ports/forge.ts';
import type { Hash } from '#ports/hash.ts';
import type { Log } from '#ports/log.ts';
import type { RunStore } from '#ports/run-store.ts';
import type { ChangeDeps } from './change-workspace.ts';
import { defaultConfig } from './default-config.ts';
import { ratchetSettingsOf, readSettings, type SettingsDeps } from './read-settings.ts';
import { changeSurely } from './workspace-changes.ts';

export interface ReportDeps extends ChangeDeps, SettingsDeps {
  readonly forge: Pick<
    Forge,
    'addComment' | 'completeCheck' | 'putComment' | 'readFile' | 'replyInThread'
  >;
  readonly runs: Pick<
    RunStore,
    'listAccepted' | 'listArtifacts' | 'listAttempts' | 'listTasks' | 'loadRun'
  >;
  readonly artifacts: Pick<Artifacts, 'get'>;
  readonly hash: Pick<Hash, 'hex'>;
  readonly log: Log;
}

/** Brings what people see on the forge up to date, and shows the result of a run. Doing it twice shows nothing twice. */
export async function report(
  deps: ReportDeps,
  { workspaceId, runId }: { readonly workspaceId: WorkspaceId; readonly runId?: RunId | undefined },
): Promise<void> {
  const head = await deps.workspaces.load(workspaceId);
  if (head === undefined) return;
  if (runId !== undefined) await finishCheck(deps, head.state, runId);
  await showState(deps, head.state);
}

async function finishCheck(deps: ReportDeps, state: WorkspaceState, runId: RunId): Promise<void> {
  const run = await deps.runs.loadRun(runId);
  if (run?.kind !== 'check') return;
  const name = artifactName.parse('check-report.json');
  const bytes = await deps.artifacts.get({ runId, name });
  const text = bytes && new TextDecoder().decode(bytes);
  const read = text === undefined ? undefined : checkReport.safeParse(JSON.parse(text)).data;
  const result =
    read === undefined
      ? ({
          conclusion: 'neutral',
          title: 'No result',
          summary: 'This check did not come to an end.',
          annotations: [],
        } as const)
      : checkResult(read);
  const check = { headSha: run.headSha, externalId: runId };
  await deps.forge.completeCheck(state.pullRequest, check, result);
}

async function showState(deps: ReportDeps, state: WorkspaceState): Promise<void> {
  const { observation, pullRequest, sticky, id } = state;
  if (observation === undefined) return;
  if (!state.enabled && state.lastSession === undefined) return;
  const read = await readSettings(deps, pullRequest, observation.baseSha);
  const settings = read.kind === 'ok' ? read.ratchet : ratchetSettingsOf(defaultConfig());
  const markdown = stickyComment({ state, now: deps.clock.now(), settings });
  const digest = deps.hash.hex(markdown);
  if (sticky?.digest === digest) return;
  const comment = { id: sticky?.commentId, marker: stickyMarker, markdown };
  const commentId = await deps.forge.putComment(pullRequest, comment);
  await changeSurely(deps, id, ({ state: current, dueAt }) => ({
    next: { ...current, sticky: { commentId, digest } },
    commands: [],
    ...(dueAt !== undefined && { dueAt }),
  }));
}
