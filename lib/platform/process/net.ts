import { randomBytes } from 'node:crypto';
import { readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentNames } from '#config/env-names.ts';
import {
  readGroups,
  listReadable,
  processNumbers,
  readProcessStatus,
  readProcText,
  sendSignal,
} from './process-table.ts';

/** The variable that all processes of a run inherit. */
export const netMark = environmentNames.processNet;

/** What a process of one run is known by, wherever it went. */
export interface Net {
  /** A variable that all processes of the run inherit. */
  readonly mark: string;
  readonly value: string;
  /** Folders of the run alone, absolute, without links on the way. */
  readonly folders: readonly string[];
  /** A group of the run alone, which no process can leave: where there is one, nothing else is checked. */
  readonly group?: number;
}

export function makeNet(folders: readonly string[]): Net {
  return {
    mark: netMark,
    value: randomBytes(16).toString('hex'),
    folders: folders.map(realPath),
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Kept from waiting for ever by something that forks faster than we kill. */
const mostRounds = 1_000;
const pauseMs = 5;

/**
 * Kills what left the group of a program, until nothing is found. It finds a process by the mark in its environment, or
 * by a folder of the run that it works in or holds a file open in. Only Linux shows these.
 */
export async function clearNet(net: Net, startedAt: number | undefined): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    if (killCaught(net, startedAt) === 0) return;
    await sleep(pauseMs);
  }
}

/** One round; says how many it killed. */
export function killCaught(net: Net, startedAt: number | undefined): number {
  const caught = processNumbers().filter((pid) => isCaught(pid, net, startedAt));
  for (const pid of caught) sendSignal(pid, 'SIGKILL');
  return caught.length;
}

/** When a process started, in ticks of the system; undefined where the system does not tell. */
export function findProcessStart(pid: number): number | undefined {
  return readProcessStatus(pid)?.start;
}

function isCaught(pid: number, net: Net, startedAt: number | undefined): boolean {
  if (pid === process.pid) return false;
  if (net.group !== undefined) return readGroups(pid).includes(net.group);
  const start = findProcessStart(pid);
  if (start === undefined || start < (startedAt ?? 0)) return false;
  // Others may have been in a folder before; without a start of the run that cannot be told.
  return isMarked(pid, net) || (startedAt !== undefined && worksIn(pid, net.folders));
}

function isMarked(pid: number, { mark, value }: Net): boolean {
  return readProcText(`/proc/${pid}/environ`).split('\0').includes(`${mark}=${value}`);
}

function worksIn(pid: number, folders: readonly string[]): boolean {
  if (folders.length === 0) return false;
  const files = listReadable(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`);
  return [`/proc/${pid}/cwd`, ...files].some((link) => {
    const target = readLinkTarget(link);
    return folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
  });
}

function readLinkTarget(link: string): string {
  try {
    return readlinkSync(link).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}
