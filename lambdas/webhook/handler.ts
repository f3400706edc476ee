import { Buffer } from 'node:buffer';
import type { HttpEvent, HttpResult } from '#aws/runtime/events.ts';
import { locateGitHub } from '#github/github-host.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { githubApiUrl } from '#aws/runtime/needed.ts';
import { readEnvironment } from '#config/env.ts';
import { ingestWebhook } from '#ratchet/ingest-webhook.ts';

const env = readEnvironment();
const control = openControl(env, 'webhook');
const { host } = locateGitHub(githubApiUrl(env));

/** Takes what GitHub sends. */
export async function handler(event: HttpEvent): Promise<HttpResult> {
  const { metrics } = control;
  try {
    const deps = await depsNow();
    // The signature is that of the bytes as they were sent.
    const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    const { status, outcome } = await ingestWebhook(deps, { headers: event.headers, body });
    return { statusCode: status, headers: { 'content-type': 'text/plain' }, body: `${outcome}\n` };
  } finally {
    metrics.flush();
  }
}

async function depsNow() {
  const { secrets } = control;
  const appId = await secrets.read('github-app-id');
  const login = await secrets.read('github-app-login');
  return {
    ...control,
    receiver: { host, appId, login },
  };
}
