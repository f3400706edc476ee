import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readContext, WrongContext } from './read-context.ts';
import { RatchetrStack } from './stack.ts';

// What `cdk` runs: one stack, as its context says, and checked each time before anything is deployed.
// The library's own rules take half of the time of a synthesis; the tests ask them for every shape.
const app = new App({ builtinCloudFormationValidation: false });
try {
  new RatchetrStack(app, readContext(app.node.getAllContext()));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
} catch (error) {
  if (!(error instanceof WrongContext)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
