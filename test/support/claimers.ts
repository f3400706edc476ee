import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type ClaimerOrders, type ClaimerReport, claimerReport } from './claimer-process.ts';
import { envOfNode } from './compiled-code.ts';

const program = fileURLToPath(new URL('claimer-process.ts', import.meta.url));
const holding = z.object({ holding: z.string() });

/** Lets a process of its own claim until the run is done, and returns what it did. */
export async function runClaimers(orders: ClaimerOrders): Promise<ClaimerReport> {
  return reportOf(start(orders));
}

/** The same by several processes, of which none begins before all of them could. */
export async function raceClaimers(
  orders: readonly ClaimerOrders[],
): Promise<readonly ClaimerReport[]> {
  const children = orders.map((each) => start({ ...each, waits: true }));
  await Promise.all(children.map(({ stdout }) => once(stdout ?? process, 'readable')));
  for (const { stdin } of children) stdin?.end('go\n');
  return Promise.all(children.map((child) => reportOf(child)));
}

async function reportOf(child: ChildProcess): Promise<ClaimerReport> {
  const [text] = await Promise.all([readAll(child), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`a claimer process ended with ${child.exitCode}`);
  return claimerReport.parse(JSON.parse(text));
}

/** Starts a process that claims one task and then only holds it; resolves once it does. */
export async function startHolder(
  orders: ClaimerOrders,
): Promise<{ readonly task: string; kill(): Promise<void> }> {
  const child = start({ ...orders, claimers: 1, hang: true });
  const [line] = await once(child.stdout ?? child, 'data');
  return {
    task: holding.parse(JSON.parse(String(line))).holding,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function start(orders: ClaimerOrders): ChildProcess {
  return spawn(process.execPath, [program, JSON.stringify(orders)], {
    env: envOfNode(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function readAll({ stdout }: ChildProcess): Promise<string> {
  const parts: string[] = [];
  for await (const part of stdout ?? []) parts.push(String(part));
  return parts.join('');
}
