import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { RatchetrStack } from '../../lib/infra/stack.ts';
import { at, ofType, plainImages, stackTemplate } from './stack-template.ts';

/** One file of a function with all that it needs, and the environment that it starts in. */
export interface Bundle {
  readonly name: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const cdkSettings = z.object({ context: z.record(z.string(), z.unknown()) });

/** Bundles every function as a deployment does, into this folder. */
export function bundleHandlers(folder: string): readonly Bundle[] {
  const { context } = cdkSettings.parse(JSON.parse(readFileSync('cdk.json', 'utf8')));
  // Only then the template says where the code of each function lies.
  const told = { ...context, 'aws:cdk:enable-asset-metadata': true };
  const app = new App({ context: told, outdir: folder });
  const stack = new RatchetrStack(app, { images: plainImages });
  app.synth();
  const file = join(folder, `${stack.stackName}.template.json`);
  const template = stackTemplate.parse(JSON.parse(readFileSync(file, 'utf8')));
  return ofType(template, 'AWS::Lambda::Function').map(([, resource]) => {
    const { Properties: one } = resource;
    return {
      name: String(one['FunctionName']).replace(`${stack.stackName}-`, ''),
      path: join(folder, String(at(resource, 'Metadata', 'aws:asset:path')), 'index.mjs'),
      env: environmentOf(at(one, 'Environment', 'Variables')),
    };
  });
}

/** What stands in it matters to nobody before the first call. */
function environmentOf(variables: unknown): Bundle['env'] {
  const named = Object.entries(Object(variables)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : 'x',
  ]);
  return { ...Object.fromEntries(named), AWS_REGION: 'us-east-1' };
}
