import * as z from 'zod';
import { webhookExamples } from '../../../support/webhook-examples.ts';

const anything = z.record(z.string(), z.unknown());
type Fields = Readonly<Record<string, unknown>>;

/** A real payload with some of its fields different; objects are merged. */
export function payloadOf(
  event: string,
  action: string | undefined,
  different: Fields = {},
): Fields {
  const example = webhookExamples.find((one) => {
    const { action: own } = anything.parse(one.payload);
    return one.event === event && (action === undefined || own === action);
  });
  if (example === undefined) throw new Error(`There is no example of ${event} ${action}`);
  return merged(anything.parse(example.payload), different);
}

function merged(fields: Fields, different: Fields): Fields {
  const parts = Object.entries(different).map(([key, value]) => {
    const before = anything.safeParse(fields[key]);
    const after = anything.safeParse(value);
    return [key, before.success && after.success ? merged(before.data, after.data) : value];
  });
  return { ...fields, ...Object.fromEntries(parts) };
}

const onPullRequest = { issue: { pull_request: { url: 'somewhere' } } };

/** A comment of a person on a pull request. */
export function commentPayload(body: string, different: Fields = {}): Fields {
  return merged(payloadOf('issue_comment', 'created'), {
    ...onPullRequest,
    ...merged({ comment: { body, node_id: 'IC_1' } }, different),
  });
}
