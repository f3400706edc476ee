import { gatewayOrigin } from '#gateway/control-words.ts';
import { runContainer } from '#local/worker/run-container.ts';

/** Sessions: engines and agents, beside a gateway that holds the keys of the models. */
process.exitCode = await runContainer({ gateway: gatewayOrigin });
