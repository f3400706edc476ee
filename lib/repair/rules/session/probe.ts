import { runId, workspaceId } from '#model/ids.ts';
import { withSeal } from './capability.ts';

/** The workspace that a worker is launched for only to see whether workers can be; no pull request has this id. */
export const probeWorkspace = workspaceId.parse('doctor');

/** The run of such a worker. */
export function probeRun(probe: string) {
  return runId.parse(probe);
}

/**
 * What such a worker shows the broker: well formed, and without a valid seal. A broker that works looks at its key
 * and refuses it, so it is good for nothing else and may be known to everybody.
 */
export function probeToken(probe: string): string {
  return withSeal(`v1.${probeWorkspace}.${probe}.1.4102444800`, 'A'.repeat(43));
}
