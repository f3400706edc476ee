import { parseArgs } from 'node:util';
import { gatewayPort } from '#gateway/control-words.ts';
import { openSidecar } from '#aws/runtime/open-sidecar.ts';
import { readEnvironment } from '#config/env.ts';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const gateway = await openSidecar(readEnvironment(), Number(values.port ?? gatewayPort));

/** Between agents and models, in a container of its own: it alone holds the keys. */
const stop = (): void => void gateway.stop();
process.once('SIGTERM', stop).once('SIGINT', stop);
