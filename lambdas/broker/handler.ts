import type { HttpEvent, HttpResult } from '#cloud/events.ts';
import { createDynamoSpending } from '#store/dynamo/spending.ts';
import { createS3Client } from '#adapters/aws/s3-client.ts';
import { createS3EventSegments } from '#adapters/aws/s3-event-segments.ts';
import { systemSeals } from '#platform/system/seals.ts';
import { createBroker } from '#cloud/broker/create-broker.ts';
import { requestOf, resultOf } from '#cloud/broker/function-url.ts';
import { needed } from '#cloud/needed.ts';
import { openControl } from '#cloud/open-control.ts';
import { openGitHub } from '#cloud/open-github.ts';
import { openRuns } from '#cloud/open-runs.ts';
import { readEnvironment } from '#config/env.ts';

const control = openControl(readEnvironment(), 'broker');
const { forge } = openGitHub(control);
const { env, clock, metrics } = control;

const broker = createBroker({
  ...control,
  ...openRuns(control),
  segments: createS3EventSegments({
    client: createS3Client({ region: needed(env, 'region') }),
    bucket: needed(env, 'bucket'),
    clock,
  }),
  spending: (limits) => createDynamoSpending(control, { limits }),
  seals: systemSeals,
  checkoutOf: (pullRequest) => forge.checkoutOf(pullRequest),
});

/** The way of workers to state: they hold no other right. */
export async function handler(event: HttpEvent): Promise<HttpResult> {
  const response = await broker(requestOf(event));
  metrics.flush();
  return resultOf(response);
}
