import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { formatEventLine } from '#model/event-line.ts';
import type { RunId } from '#model/ids.ts';
import type { EventLog } from '#repair/needs/events.ts';
import { appendLine } from './append-line.ts';
import { openUnlinked, withOpenFolder } from './folder.ts';

export interface FileEventLogOptions {
  readonly root: string;
  readonly runId: RunId;
}

/** Appends the events of one run to `<root>/<run>/events.jsonl`; any number of processes may do so. */
export function createFileEventLog(options: FileEventLogOptions): EventLog {
  let opening: Promise<FileHandle> | undefined;
  let closed = false;
  const file = () => {
    opening ??= openForAppending(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    async emit(event) {
      if (closed) throw new Error(`The event log of run ${options.runId} is closed`);
      const line = formatEventLine(event, options.runId);
      appendLine((await file()).fd, line);
    },
    async flush() {
      await (await opening)?.sync();
    },
    async close() {
      if (closed) return;
      closed = true;
      const handle = await opening;
      await handle?.sync();
      await handle?.close();
    },
  };
}

const fileName = 'events.jsonl';

async function openForAppending({ root, runId }: FileEventLogOptions): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const handle = await withOpenFolder({ root, segments: [runId], make: true }, async (folder) => {
    const opened = await openUnlinked(folder, fileName, flags);
    await folder.handle.sync();
    return opened;
  });
  if (handle === undefined) throw new Error(`${root} vanished while it was opened`);
  return handle;
}
