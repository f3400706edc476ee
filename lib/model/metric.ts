import * as z from 'zod';

const dimensionValue = z.string().min(1).max(250);

/** Every value of a dimension is a billed metric, so a name outside this list is an error, not a new dimension. */
export const metricDimensions = z
  .strictObject({
    stage: dimensionValue.optional().describe('The deployment, for example prod.'),
    outcome: dimensionValue.optional().describe('How it ended.'),
    kind: dimensionValue.optional().describe('Which sort of thing it is.'),
    engine: dimensionValue.optional().describe('The engine it concerns.'),
    action: dimensionValue.optional().describe('The action of a decision.'),
  })
  .describe('What the value is broken down by.');

/** One measured value, as one line of the local metrics file. */
export const metricFact = z.object({
  ts: z.iso.datetime().describe('When it was measured, RFC 3339 in UTC.'),
  name: z.string().min(1).max(255).describe('The metric.'),
  unit: z.enum(['Count', 'Milliseconds', 'None']).describe('What the value counts.'),
  value: z.number().describe('The value; finite, because CloudWatch drops anything else.'),
  dimensions: metricDimensions,
});
export type MetricFact = z.infer<typeof metricFact>;
