import { openControl } from '#aws/runtime/open-control.ts';
import { openOperators } from '#aws/operators/deployment.ts';
import { createOperatorService } from '#aws/operators/serve-operator.ts';
import { readEnvironment } from '#config/env.ts';

/** Answers and obeys operators. IAM says who may invoke it. */
export const handler = createOperatorService(openOperators(openControl(readEnvironment(), 'api')));
