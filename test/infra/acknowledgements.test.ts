import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, it } from 'vitest';
import type { RatchetrStackProps } from '../../lib/infra/stack-props.ts';
import { RatchetrStack } from '../../lib/infra/stack.ts';
import { plainImages, quickApp } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const kinds: readonly RatchetrStackProps[] = [
  {},
  { stage: 'trial', ephemeral: true },
  { network: { private: true } },
];

describe('the rules of cdk-nag', () => {
  it.each(kinds)('hold for %j, but for what is acknowledged', (props) => {
    const { app } = checkedStack(props);
    expect(() => app.synth()).not.toThrow();
  });

  it('are really asked', () => {
    const { app, stack } = checkedStack({});
    const careless = new Bucket(stack, 'Careless');
    expect(() => app.synth()).toThrow(careless.node.path);
  });
});

function checkedStack(props: RatchetrStackProps) {
  // Here all of the library's own rules are asked as well, which `cdk synth` leaves out.
  const app = quickApp({ builtinCloudFormationValidation: true });
  const stack = new RatchetrStack(app, { images: plainImages, ...props });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, stack };
}
