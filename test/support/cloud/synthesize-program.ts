import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { RatchetrStack } from '../../../lib/infra/stack.ts';
import { plainImages } from '../stack-template.ts';

// Makes the stack into a folder, as `cdk synth` does: its template, and the code of its functions.
const [outdir = '', given = '{}'] = process.argv.slice(2);

const cdkSettings = z.object({ context: z.record(z.string(), z.unknown()) });
const props = z.looseObject({}).parse(JSON.parse(given));
const { context } = cdkSettings.parse(JSON.parse(readFileSync('cdk.json', 'utf8')));

const app = new App({ outdir, context, analyticsReporting: false });
// Nothing here runs an image: the entry points of the containers are started as they are.
const stack = new RatchetrStack(app, { images: plainImages, ...props });
process.stdout.write(stack.stackName);
app.synth();
