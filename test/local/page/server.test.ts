import { describe, expect, it } from 'vitest';
import type { Webhook } from '#ratchet/ingest-webhook.ts';
import { isOwnHost } from '#local/page/server.ts';
import { serveOne } from './served.ts';

const broken = async (): Promise<never> => {
  throw new Error('The disk is full.');
};

describe('the server of a control plane', () => {
  it('takes a webhook as it was sent, byte by byte', async () => {
    const taken: Webhook[] = [];
    const { ask } = await serveOne({
      webhook: async (webhook) => {
        taken.push(webhook);
        return { status: 202, kind: 'woken', outcome: 'woken: a check ended' };
      },
    });
    const body = Buffer.from([0, 255, 10, 13, 128, ...Buffer.from('{"a": 1}')]);
    const headers = { 'X-GitHub-Event': 'check_run', host: 'tunnel.example' };
    const got = await ask('/webhook', { method: 'POST', headers, body });
    expect([got.status, got.body]).toEqual([202, 'woken: a check ended\n']);
    expect(taken).toHaveLength(1);
    expect(taken[0]?.headers).toMatchObject({ 'x-github-event': 'check_run' });
    expect(Buffer.from(taken[0]?.body ?? [])).toEqual(body);
  });

  it('says that it is up', async () => {
    const { ask } = await serveOne();
    expect(await ask('/healthz', { headers: { host: 'anything' } })).toMatchObject({
      status: 200,
      body: 'up\n',
    });
    expect(await ask('/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('refuses a body that no webhook has, said or unsaid', async () => {
    let taken = 0;
    const { ask, talk } = await serveOne({
      webhook: async () => {
        taken += 1;
        return { status: 202, kind: 'woken', outcome: 'woken' };
      },
    });
    const head = 'POST /webhook HTTP/1.1\r\nHost: x\r\n';
    expect(await talk(`${head}Content-Length: 27262977\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    const megabyte = 'x'.repeat(1024 * 1024);
    const chunks = `${megabyte.length.toString(16)}\r\n${megabyte}\r\n`.repeat(27);
    const said = await talk(`${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`).catch(
      () => '413',
    );
    expect(said).toContain('413');
    expect(taken).toBe(0);
    const largest = Buffer.alloc(25 * 1024 * 1024);
    expect(await ask('/webhook', { method: 'POST', body: largest })).toMatchObject({ status: 202 });
  });

  it.each([
    ['a head', 'GET / HTTP/1.1\r\nHost: local'],
    ['a body', 'POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345'],
  ])('waits for %s no longer than it is patient', async (_, bytes) => {
    const { talk, ask, errors } = await serveOne({ patienceMs: 50 });
    expect(await talk(bytes)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await ask('/healthz')).toMatchObject({ status: 200 });
    expect(errors).toEqual([]);
  });

  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/workspaces/x', 'GET, HEAD'],
    ['GET', '/webhook', 'POST'],
    ['PUT', '/webhook', 'POST'],
  ])('does not take %s %s', async (method, path, allow) => {
    const { ask } = await serveOne();
    const { status, headers } = await ask(path, { method });
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow });
  });

  it('shows its pages under no name that leads here from elsewhere', async () => {
    const { ask, url } = await serveOne();
    const own = new URL(url).host;
    for (const path of ['/', '/api/workspaces', '/workspaces/x', '/nothing']) {
      const got = await ask(path, { headers: { host: 'rebound.example' } });
      expect(got).toMatchObject({ status: 421 });
      expect((await ask(path, { headers: { host: own } })).status).not.toBe(421);
    }
  });

  it('keeps what it shows out of caches, frames and other sites', async () => {
    const { ask } = await serveOne();
    for (const path of ['/', '/api/workspaces', '/nothing', '/healthz']) {
      const { headers } = await ask(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('says that something failed, and in its log what', async () => {
    const { ask, errors } = await serveOne({
      shown: { overview: broken, detail: broken, run: broken, written: broken },
    });
    const got = await ask('/');
    expect(got.status).toBe(500);
    expect(got.body).not.toContain('disk');
    expect(errors).toEqual(['A request could not be answered']);
  });

  it('has an address that a browser understands, and is gone once it is closed', async () => {
    const served = await serveOne({ host: '::1' });
    expect(served.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    await served.close();
    await expect(fetch(`${served.url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('says what is wrong with its place', async () => {
    const { url } = await serveOne();
    const port = Number(new URL(url).port);
    await expect(serveOne({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is taken`);
    for (const host of ['192.0.2.1', 'nowhere.invalid']) {
      await expect(serveOne({ host })).rejects.toThrow(/is no address of this machine/);
    }
  });
});

describe('a name for this machine', () => {
  it.each([
    'localhost',
    'localhost:8787',
    'LOCALHOST:8787',
    'a.localhost',
    '127.0.0.1:8787',
    '[::1]:8787',
    '192.168.1.7',
    'box.lan:80',
  ])('is %s', (host) => {
    expect(isOwnHost(host, 'Box.lan')).toBe(true);
  });

  it.each([
    undefined,
    '',
    'rebound.example',
    'localhost.example',
    'notlocalhost',
    '127.0.0.1.example',
    '127.0.0.1@rebound.example',
    'rebound.example/@127.0.0.1',
    'rebound.example#localhost',
    'a b',
  ])('is not %j', (host) => {
    expect(isOwnHost(host, '0.0.0.0')).toBe(false);
  });
});
