import { parseArgs } from 'node:util';
import { runId, workspaceId } from '#model/ids.ts';
import { type WorkOrder, workForFolder } from './process-worker.ts';
import { runToExit } from './run-to-exit.ts';

process.exitCode = await runToExit(async (own) => workForFolder(own, readOrder()));

/** `--home FOLDER --workspace ID --run ID`, and `--nonce TEXT` where the launcher chose one. */
function readOrder(): WorkOrder {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { home: text, workspace: text, run: text, nonce: text },
  });
  const { home, nonce } = values;
  if (home === undefined) throw new Error('A worker needs --home, --workspace and --run');
  return {
    home,
    workspaceId: workspaceId.parse(values.workspace),
    runId: runId.parse(values.run),
    ...(nonce !== undefined && { nonce }),
  };
}
