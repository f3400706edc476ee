import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { readHealth } from '#aws/operators/health.ts';
import { createSecretsClient } from '#aws/secrets.ts';
import { queues } from '#config/queues.ts';
import { connect } from '../../support/dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryArtifacts } from '../../support/memory-artifacts.ts';
import { motoAccount } from '../../support/moto.ts';

/** What is said of a queue in which so many messages wait, where nothing else can be reached. */
async function lookAt(waiting: number) {
  const sqs = new SQSClient(motoAccount);
  mockClient(sqs)
    .on(GetQueueAttributesCommand)
    .callsFake(({ QueueUrl: url }: { readonly QueueUrl: string }) => ({
      Attributes: {
        ApproximateNumberOfMessages: url.endsWith('-dead') ? '0' : String(waiting),
        ApproximateNumberOfMessagesNotVisible: '0',
      },
    }));
  const clock = createManualClock();
  const nowhere = 'http://127.0.0.1:1';
  const options = { ...motoAccount, endpoint: nowhere, maxAttempts: 1 };
  const seen = await readHealth(
    {
      control: {
        env: { [queues.decide.address]: 'https://sqs/ratchetr-decide' },
        clock,
        table: { client: connect(nowhere), name: 'ratchetr' },
      },
      artifacts: createMemoryArtifacts(clock),
      sqs,
      secrets: createSecretsClient(options),
    },
    'doctor-0123456789',
  );
  return new Map(seen.map((check) => [check.name, check]));
}

it('says so where more waits in a queue than passes by itself', async () => {
  expect((await lookAt(1_000)).get('queue decide')).toMatchObject({ ok: true, todo: null });
  expect((await lookAt(1_001)).get('queue decide')).toMatchObject({
    ok: false,
    told: '1001 messages waiting, 0 under way, 0 dead.',
    todo: expect.stringContaining('throttled or fails'),
  });
});

it('looks at everything, though some of it cannot be reached', async () => {
  const seen = await lookAt(0);
  expect(seen.get('artifacts')).toMatchObject({ ok: true });
  for (const name of ['tick', 'secret github']) {
    expect(seen.get(name)).toMatchObject({
      ok: false,
      told: expect.stringMatching(/./),
      todo: expect.stringContaining('cdk deploy'),
    });
  }
});
