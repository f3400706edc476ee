import { pathToFileURL } from 'node:url';
import * as z from 'zod';

// Runs the bundle of one function as Lambda does: it is loaded once, and then one event comes after the other.
const [bundle = '', invokedFunctionArn = ''] = process.argv.slice(2);

type Handler = (event: unknown, context: object) => unknown;
const loaded = z.object({ handler: z.custom<Handler>((one) => typeof one === 'function') });
const asked = z.object({ id: z.number(), event: z.unknown().optional() });

const { handler } = loaded.parse(await import(pathToFileURL(bundle).href));

process.on('message', (message) => {
  const { id, event } = asked.parse(message);
  void answer(event).then((told) => process.send?.({ id, ...told }));
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0 });

async function answer(event: unknown): Promise<{ result?: unknown; failure?: string }> {
  try {
    return { result: (await handler(event, { invokedFunctionArn })) ?? null };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
