import type * as z from 'zod';
import { type Method, method, type MethodFacts } from '#base/method.ts';
import type { RunId } from '#model/ids.ts';

/** What the protocol says of a method beside its schemas. */
interface WorkerFacts<Request extends z.ZodType<object>> {
  /** The runs that a request names; each must be that of the worker that sends it. */
  runs(request: z.output<Request>): readonly RunId[];
  /** The request as it is sent again when the broker may have got an earlier try; absent: as it was. */
  again?(request: z.input<Request>): z.input<Request>;
  /** What must not happen twice is sent again only where the broker certainly did not get it. */
  readonly once?: true;
  /** The last request: its response may have been lost, so a worker whose session is over may repeat it. */
  readonly isLast?: true;
}

/** One thing that a worker may ask of the broker. */
export type WorkerMethod = Method & WorkerFacts<z.ZodType<object>>;

/** A method by its name in the path: `POST /v1/<name>`. */
export function workerMethod<
  Request extends z.ZodType<object>,
  Response extends z.ZodType,
  const Facts extends object,
>(name: string, facts: Facts & WorkerFacts<Request> & MethodFacts<Request, Response>) {
  return method<Request, Response, Facts>(name, facts);
}
