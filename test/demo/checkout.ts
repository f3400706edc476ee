import { must } from './program.ts';
import { linkingCommands, type Tools } from './tools.ts';

export interface CheckoutPlan {
  /** A folder or an address, as git takes it. */
  readonly from: string;
  readonly commit: string;
  /** Is not there yet. */
  readonly folder: string;
  readonly tools: Tools;
  readonly signal: AbortSignal;
}

/** Clones a repository, checks out one commit, and puts the tools beside it. */
export async function checkOut({
  from,
  commit,
  folder,
  tools,
  signal,
}: CheckoutPlan): Promise<void> {
  await must(['git', 'clone', '--quiet', '--no-checkout', from, folder], { cwd: '/', signal });
  await must(['git', 'checkout', '--quiet', '--detach', commit], { cwd: folder, signal });
  for (const command of linkingCommands(tools)) await must(command, { cwd: folder, signal });
}
