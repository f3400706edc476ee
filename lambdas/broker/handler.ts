import type { HttpEvent, HttpResult } from '#aws/runtime/events.ts';
import { createDynamoSpending } from '#store/dynamo/spending.ts';
import { createS3Client } from '#aws/s3-client.ts';
import { createS3EventSegments } from '#aws/s3-event-segments.ts';
import { systemSeals } from '#platform/system/seals.ts';
import { createBroker, toBrokerRequest, toHttpResult } from '#aws/broker/create-broker.ts';
import { requireSetting } from '#aws/runtime/needed.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHubApp } from '#aws/runtime/open-github.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { readEnvironment } from '#config/env.ts';

const control = openControl(readEnvironment(), 'broker');
const { forge } = openGitHubApp(control);
const { env, clock, metrics } = control;

const broker = createBroker({
  ...control,
  ...openRuns(control),
  segments: createS3EventSegments({
    client: createS3Client({ region: requireSetting(env, 'region') }),
    bucket: requireSetting(env, 'bucket'),
    clock,
  }),
  spending: (limits) => createDynamoSpending(control, { limits }),
  seals: systemSeals,
  checkoutOf: (pullRequest) => forge.checkoutOf(pullRequest),
});

/** The only access of workers to state. */
export async function handler(event: HttpEvent): Promise<HttpResult> {
  const response = await broker(toBrokerRequest(event));
  metrics.flush();
  return toHttpResult(response);
}
