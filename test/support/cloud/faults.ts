import type { Fault, ProxiedRequest } from '../faulty-proxy.ts';

/** A request of one of our functions to AWS. */
export interface AwsCall {
  /** The name of the function's folder. */
  readonly function: string;
  /** Such as `UpdateItem`; empty for S3. */
  readonly operation: string;
  readonly body: string;
}

/** What goes wrong: one of the faults of a network, or the end of the process that asks, before or after it was heard. */
type CloudFault = Fault | { readonly kind: 'kill'; readonly when: 'before' | 'after' };

type CloudFaultPlan = (call: AwsCall) => CloudFault | undefined;

export interface Faults {
  /** From now on this plan is asked as well; the first that says something has its way. */
  add(plan: CloudFaultPlan): void;
  readonly plan: (request: ProxiedRequest) => Fault | undefined;
  /** Tells who can end a process by its name. */
  kills(kill: (instance: string) => void): void;
}

/** What goes wrong between the functions and AWS; nothing at first. */
export function createFaults(): Faults {
  const plans: CloudFaultPlan[] = [];
  let kill: ((instance: string) => void) | undefined;
  return {
    add: (plan) => void plans.push(plan),
    kills: (by) => {
      kill = by;
    },
    plan: ({ headers, body }) => {
      const instance = instanceOf(headers);
      const call = {
        function: functionOf(headers),
        operation: String(headers['x-amz-target'] ?? '').replace(/^.*\./, ''),
        // Most plans look at no body, and there are large ones.
        get body() {
          return body.toString('utf8');
        },
      };
      const fault = firstOf(plans, call);
      if (fault?.kind !== 'kill') return fault;
      kill?.(instance);
      return { kind: fault.when === 'before' ? 'drop' : 'drop-answer' };
    },
  };
}

/** The name of the process that asks; empty: it is none of ours. */
function instanceOf(headers: ProxiedRequest['headers']): string {
  // Powertools write their own name after ours.
  const [, instance = ''] = /\bapp\/([a-z-]+-\d+)/.exec(String(headers['user-agent'])) ?? [];
  return instance;
}

/** The name of the folder of the function that asks. */
export function functionOf(headers: ProxiedRequest['headers']): string {
  return instanceOf(headers).replace(/-\d+$/, '');
}

function firstOf(plans: readonly CloudFaultPlan[], call: AwsCall): CloudFault | undefined {
  for (const plan of plans) {
    const fault = plan(call);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
