import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createPowertoolsMetrics } from '#aws/powertools-metrics.ts';
import { metricDimensions, metricFact } from '#model/metric.ts';
import { metricsContract, type SeenFact } from '../contracts/metrics.ts';
import { captureOutput } from '../support/captured-output.ts';

/** The embedded metric format, as CloudWatch reads it. */
const record = z.looseObject({
  _aws: z.strictObject({
    Timestamp: z.int(),
    CloudWatchMetrics: z.tuple([
      z.strictObject({
        Namespace: z.literal('Ratchetr'),
        Dimensions: z.tuple([z.array(z.string()).min(1).max(30)]),
        Metrics: z
          .array(z.strictObject({ Name: z.string(), Unit: metricFact.shape.unit }))
          .min(1)
          .max(100),
      }),
    ]),
  }),
});
const values = z.union([z.number(), z.array(z.number()).max(100)]);

async function makeHarness() {
  const output = captureOutput();
  const metrics = createPowertoolsMetrics({ namespace: 'Ratchetr', stage: 'test' });
  return { metrics, lines: output.lines, facts: () => output.lines().flatMap(readRecord) };
}

function readRecord(line: string): SeenFact[] {
  const { _aws, ...members } = record.parse(JSON.parse(line));
  const [{ Dimensions, Metrics }] = _aws.CloudWatchMetrics;
  const names = Dimensions[0];
  expect(Object.keys(members)).toHaveLength(names.length + Metrics.length);
  const dimensions = metricDimensions.parse(
    Object.fromEntries(names.map((name) => [name, members[name]])),
  );
  return Metrics.flatMap(({ Name: name, Unit: unit }) =>
    [values.parse(members[name])].flat().map((value) => ({ name, unit, value, dimensions })),
  );
}

metricsContract('Powertools', makeHarness);

describe('records in the embedded metric format', () => {
  it('are printed as CloudWatch wants them, with no dimension but ours', async () => {
    const { metrics, lines } = await makeHarness();
    metrics.count('Runs', 1);
    metrics.count('Runs', 2);
    metrics.duration('Time', 5);
    expect(lines()).toEqual([]);
    metrics.flush();
    expect(lines().map((line) => JSON.parse(line))).toEqual([
      {
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'Ratchetr',
              Dimensions: [['stage']],
              Metrics: [
                { Name: 'Runs', Unit: 'Count' },
                { Name: 'Time', Unit: 'Milliseconds' },
              ],
            },
          ],
        },
        stage: 'test',
        Runs: [1, 2],
        Time: 5,
      },
    ]);
  });

  it('are printed at once and apart for values with own dimensions', async () => {
    const { metrics, lines } = await makeHarness();
    metrics.count('Runs', 1);
    metrics.count('Runs', 2, { outcome: 'pushed' });
    metrics.gauge('Backlog', 3, { kind: 'check' });
    expect(lines()).toHaveLength(2);
    const [one, two] = lines().map((line) => JSON.parse(line));
    expect(one).toMatchObject({
      _aws: { CloudWatchMetrics: [{ Dimensions: [['stage', 'outcome']] }] },
      stage: 'test',
      outcome: 'pushed',
      Runs: 2,
    });
    expect(two).toMatchObject({ stage: 'test', kind: 'check', Backlog: 3 });
    metrics.flush();
    expect(lines()).toHaveLength(3);
  });

  it('are printed by themselves when a hundred values or metrics wait', async () => {
    const { metrics, lines } = await makeHarness();
    for (let value = 0; value < 100; value += 1) metrics.duration('Time', value);
    expect(lines()).toHaveLength(1);
    for (let index = 0; index < 101; index += 1) metrics.count(`Metric${index}`, 1);
    expect(lines()).toHaveLength(2);
    metrics.flush();
    expect(lines()).toHaveLength(3);
  });
});
