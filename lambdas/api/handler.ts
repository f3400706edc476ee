import { openControl } from '#cloud/open-control.ts';
import { openOperators } from '#cloud/operators/open-operators.ts';
import { createOperatorService } from '#cloud/operators/serve-operator.ts';
import { readEnvironment } from '#config/env.ts';

/** Answers and obeys operators: whoever IAM lets invoke it. */
export const handler = createOperatorService(openOperators(openControl(readEnvironment(), 'api')));
