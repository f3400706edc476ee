import type { DynamoTable } from '#store/dynamo/table.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import { connect, type DynamoEndpoint } from './dynamo.ts';
import { type StopPoint, write } from './stop-point.ts';

const writing = /^(Put|Update|Delete|BatchWrite)/;

/** The same table through a client of its own, which dies at the given point. */
export function stoppingTable(
  endpoint: DynamoEndpoint,
  name: string,
  point: StopPoint,
): DynamoTable {
  const client = connect(endpoint.url);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (writing.test(String(context['commandName']))) return write(point, () => next(args));
      point.look();
      return next(args);
    },
    { step: 'initialize', name: 'stop', priority: 'high' },
  );
  return { client, name };
}

export function stoppingArtifacts(artifacts: Artifacts, point: StopPoint): Artifacts {
  return { ...artifacts, put: (key, body) => write(point, () => artifacts.put(key, body)) };
}
