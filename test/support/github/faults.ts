/** What goes wrong at present; every field may be changed while the server runs. */
export interface Faults {
  /** `refused`: connections break before an answer; `502`: a gateway's page instead of GitHub. */
  down: 'refused' | '502' | undefined;
  /** Pause before every answer. */
  slowMs: number;
  /** So many further requests meet the secondary limit. */
  secondaryLimit: { requests: number; status: 403 | 429; retryAfterSeconds: number | undefined };
  /** So many further GraphQL requests are answered 200 with errors of this type. */
  graphqlErrors: { requests: number; type: string; message: string };
  /** Faults of single routes; the first that fits a request and is not used up happens. */
  readonly routes: RouteFault[];
  readonly webhooks: WebhookFaults;
}

export interface RouteFault {
  /** As `METHOD /path` without query. */
  readonly matches: (request: string) => boolean;
  /** Broken connection, or an answer with this status. */
  readonly does:
    | 'break'
    | {
        readonly status: number;
        readonly body?: string;
        readonly headers?: Readonly<Record<string, string>>;
      };
  /** `after`: the request was carried out, only its answer is lost. */
  readonly when?: 'before' | 'after';
  /** How many more times; endless if absent. */
  times?: number;
}

export interface WebhookFaults {
  /** They are made and listed, but never arrive. */
  drop: boolean | ((event: string) => boolean);
  /** Each is sent twice with the same guid. */
  double: boolean;
  /** Held back until so many have gathered, and then sent in reverse. */
  shuffle: number;
  delayMs: number;
}

/** Nothing goes wrong. */
export function noFaults(): Faults {
  return {
    down: undefined,
    slowMs: 0,
    secondaryLimit: { requests: 0, status: 403, retryAfterSeconds: 60 },
    graphqlErrors: { requests: 0, type: 'SERVICE_UNAVAILABLE', message: 'Something went wrong' },
    routes: [],
    webhooks: { drop: false, double: false, shuffle: 0, delayMs: 0 },
  };
}

/** Takes the fault that a request meets, and counts it. */
export function takeRouteFault(faults: Faults, request: string): RouteFault | undefined {
  const fault = faults.routes.find(({ matches, times = 1 }) => times > 0 && matches(request));
  if (fault?.times !== undefined) fault.times -= 1;
  return fault;
}
