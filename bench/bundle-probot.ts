import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { readEnvironment } from '#config/env.ts';
import type { Bundle } from '../test/support/bundled-handlers.ts';

const adapter = '@probot/adapter-aws-lambda-serverless@4.0.3';

/** Probot's adapter for Lambda with an app that does nothing, bundled as ours are; a text says why it cannot be had. */
export async function bundleProbot(folder: string): Promise<Bundle | string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  try {
    const install = ['install', adapter, '--no-audit', '--no-fund', '--ignore-scripts'];
    await promisify(execFile)('npm', install, { cwd: folder, timeout: 120_000 });
  } catch (error) {
    return `${adapter} cannot be installed here, so it is not compared: ${String(error).slice(0, 200)}`;
  }
  const entry = join(folder, 'handler.ts');
  await writeFile(entry, handler);
  const path = join(folder, 'index.mjs');
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    logLevel: 'error',
    banner: { js: banner },
  });
  return { name: adapter, path, env: environment() };
}

const handler = `import { createLambdaFunction, createProbot } from '@probot/adapter-aws-lambda-serverless';
export const handler = createLambdaFunction(() => {}, { probot: createProbot() });
`;

// Its packages are in the older format, and one of them wants to know where it lies.
const banner =
  "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);const __dirname=import.meta.dirname,__filename=import.meta.filename;";

function environment(): Bundle['env'] {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const { PATH = '' } = readEnvironment();
  const secret = { WEBHOOK_SECRET: 'a secret', NODE_ENV: 'production' };
  return { PATH, APP_ID: '1', PRIVATE_KEY: privateKey, ...secret };
}
