import { onTestFinished } from 'vitest';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { connect, type DynamoEndpoint } from '../../support/dynamo.ts';
import { type Fault, startFaultyProxy } from '../../support/faulty-proxy.ts';

const throttled: Fault = {
  kind: 'answer',
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    message: 'Rate of requests exceeds the allowed throughput.',
  }),
};
export const broken: Fault = { kind: 'answer', status: 500, body: '{}' };
/** What goes wrong with one request and not with the next. */
export const faults: Readonly<Record<string, Fault>> = {
  throttled,
  'an internal error': broken,
  'no answer and nothing done': { kind: 'drop' },
  'done, but no answer': { kind: 'drop-answer' },
};

/** A table behind a proxy on which the first write that matches goes wrong. */
export async function faultyTable(
  endpoint: DynamoEndpoint,
  {
    table,
    target,
    fault,
  }: { readonly table: DynamoTable; readonly target: RegExp; readonly fault: Fault },
): Promise<DynamoTable> {
  let left = 1;
  const proxy = await startFaultyProxy({
    target: endpoint.url,
    plan: ({ headers, body }) => {
      const action = String(headers['x-amz-target']);
      const matches = target.test(`${action} ${body.toString()}`);
      return matches && left-- > 0 ? fault : undefined;
    },
  });
  onTestFinished(() => proxy.stop());
  return { client: connect(proxy.endpoint), name: table.name };
}
