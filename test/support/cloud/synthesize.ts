import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RatchetrStackProps } from '../../../lib/infra/stack-props.ts';
import { at, type StackTemplate, stackTemplate } from '../stack-template.ts';

export interface Synthesized {
  readonly stackName: string;
  readonly template: StackTemplate;
  /** The module that a function of the template runs, bundled as it is deployed. */
  readonly bundleOf: (properties: unknown) => string;
}

/** What a stack can be told in JSON. */
export type PlainProps = Pick<
  RatchetrStackProps,
  'ephemeral' | 'githubApiUrl' | 'settings' | 'workers'
>;

const program = join(import.meta.dirname, 'synthesize-program.ts');

/** Makes the stack in a process of its own, which is busy with it for seconds. */
export async function synthesize(outdir: string, props: PlainProps): Promise<Synthesized> {
  const order = [program, outdir, JSON.stringify(props)];
  const { stdout: stackName } = await promisify(execFile)(process.execPath, order);
  const text = await readFile(join(outdir, `${stackName}.template.json`), 'utf8');
  return {
    stackName,
    template: stackTemplate.parse(JSON.parse(text)),
    bundleOf: (properties) => {
      const key = String(at(properties, 'Code', 'S3Key'));
      return join(outdir, `asset.${key.replace(/\.zip$/, '')}`, 'index.mjs');
    },
  };
}
