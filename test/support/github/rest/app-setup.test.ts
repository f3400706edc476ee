import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askWith, ownGitHub } from '../../own-github.ts';

const redirect = 'http://127.0.0.1:9/done';
const manifest = {
  name: 'Our ratchet',
  url: 'https://example.com',
  redirect_url: redirect,
  public: false,
  hook_attributes: { url: 'https://example.com/webhook', active: true },
  default_permissions: { checks: 'write' },
  default_events: ['push'],
};
const converted = z.object({ id: z.number(), pem: z.string(), webhook_secret: z.string() });

/** Posts what a browser posts, and says where it is sent. */
async function post(url: string, path: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form);
  const answer = await fetch(`${url}${path}`, { method: 'POST', redirect: 'manual', body });
  await answer.arrayBuffer();
  return { status: answer.status, location: answer.headers.get('location') };
}

describe('making an App from a manifest', () => {
  it('sends the browser back with a code that is good once', async () => {
    const { github } = await ownGitHub();
    const path = '/organizations/acme/settings/apps/new?state=s1';
    const { status, location } = await post(github.url, path, {
      manifest: JSON.stringify(manifest),
    });
    expect(status).toBe(302);
    const back = new URL(location ?? '');
    expect(back.origin + back.pathname).toBe(redirect);
    expect(back.searchParams.get('state')).toBe('s1');
    const conversion = `POST /app-manifests/${back.searchParams.get('code')}/conversions`;
    const ask = askWith(github, undefined);
    const answer = await ask(conversion);
    expect(answer).toMatchObject({
      status: 201,
      body: { slug: 'our-ratchet', owner: { login: 'acme' }, permissions: { checks: 'write' } },
    });
    expect(await ask(conversion)).toMatchObject({ status: 404 });
    const { id, pem } = converted.parse(answer.body);
    const auth = createAppAuth({
      appId: id,
      privateKey: pem,
      request: request.defaults({ baseUrl: github.url }),
    });
    const asApp = askWith(github, (await auth({ type: 'app' })).token);
    expect(await asApp('GET /app')).toMatchObject({ status: 200, body: { id } });
    expect(await asApp('GET /app/hook/config')).toMatchObject({
      body: { url: manifest.hook_attributes.url, secret: '********', content_type: 'json' },
    });
    const hook = { secret: 'another' };
    expect(await asApp('PATCH /app/hook/config', hook)).toMatchObject({ status: 200 });
    expect(github.world.apps.get('our-ratchet')?.webhook).toEqual({
      url: manifest.hook_attributes.url,
      secret: 'another',
    });
  });

  it('refuses what is no manifest', async () => {
    const { github } = await ownGitHub();
    const path = '/settings/apps/new';
    for (const bad of ['', '{', '{}', JSON.stringify({ ...manifest, name: 'n'.repeat(35) })]) {
      expect(await post(github.url, path, { manifest: bad })).toMatchObject({ status: 422 });
    }
  });
});
