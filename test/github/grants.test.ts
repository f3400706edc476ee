import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAppJwt } from '#github/app-jwt.ts';
import { ForgeGone, ForgeRefusal } from '#github/errors.ts';
import { type Asked, type Reply, asApp, plain, shop, startPeer } from './peer.ts';

const installation = {
  id: 5,
  app_id: 77,
  app_slug: 'ratchetr',
  permissions: { contents: 'write', metadata: 'read', checks: 'read' },
  suspended_at: null,
};

const hourMs = 3_600_000;

/** A GitHub that numbers its tokens and says what it was asked. */
function minting(special: (asked: Asked) => Reply | undefined = () => undefined) {
  let count = 0;
  return (asked: Asked): Reply => {
    const reply = special(asked);
    if (reply !== undefined) return reply;
    if (asked.route.endsWith('/installation')) return { json: installation };
    if (!asked.route.endsWith('/access_tokens')) return { json: asked.headers['authorization'] };
    count += 1;
    const expires_at = new Date(Date.UTC(2026, 0, 1) + count * hourMs).toISOString();
    return { status: 201, json: { token: `ghs_${count}_abcdefghijklmnop`, expires_at } };
  };
}

const get = { method: 'GET', path: '/things' } as const;

describe('tokens of an installation', () => {
  it('are for one repository and what was asked for, as far as it was granted', async () => {
    const peer = await startPeer(minting(), asApp);
    const permissions = { contents: 'read', checks: 'write', workflows: 'write' } as const;
    await peer.client.rest(get, { ...shop, permissions });
    expect(peer.asked.map(({ route }) => route)).toEqual([
      'GET /repos/acme/shop/installation',
      'POST /app/installations/5/access_tokens',
      'GET /things',
    ]);
    expect(JSON.parse(peer.asked[1]?.body ?? '')).toEqual({
      repository_ids: [7],
      permissions: { metadata: 'read', contents: 'read', checks: 'read' },
    });
  });

  it('are kept until shortly before they end, apart for each permission', async () => {
    const peer = await startPeer(minting(), asApp);
    const read = async () => (await peer.client.rest(get, shop)).data;
    expect(await Promise.all([read(), read()])).toEqual([
      'Bearer ghs_1_abcdefghijklmnop',
      'Bearer ghs_1_abcdefghijklmnop',
    ]);
    const writing = { ...shop, permissions: { contents: 'write' } } as const;
    expect((await peer.client.rest(get, writing)).data).toBe('Bearer ghs_2_abcdefghijklmnop');
    peer.clock.advance(hourMs - 300_001);
    expect(await read()).toBe('Bearer ghs_1_abcdefghijklmnop');
    peer.clock.advance(1);
    expect(await read()).toBe('Bearer ghs_3_abcdefghijklmnop');
  });

  it('are made anew for whoever wants one of his own, and revoked by him', async () => {
    const peer = await startPeer(minting(), asApp);
    const [one, other] = [await peer.client.mint(shop), await peer.client.mint(shop)];
    expect(one.token).not.toBe(other.token);
    await peer.client.revoke(one);
    expect(peer.asked.at(-1)).toMatchObject({
      route: 'DELETE /installation/token',
      headers: { authorization: `Bearer ${one.token}` },
    });
  });

  it('are replaced once when GitHub does not accept them any more', async () => {
    const peer = await startPeer(
      minting(({ headers }) =>
        headers['authorization'] === 'Bearer ghs_1_abcdefghijklmnop' ? { status: 401 } : undefined,
      ),
      asApp,
    );
    expect((await peer.client.rest(get, shop)).data).toBe('Bearer ghs_2_abcdefghijklmnop');
  });

  it('find an installation that was made again', async () => {
    let id = 5;
    const peer = await startPeer(
      minting(({ route }) => {
        if (route.endsWith('/installation')) return { json: { ...installation, id } };
        return route.includes('/5/') && id === 6 ? { status: 404 } : undefined;
      }),
      asApp,
    );
    await peer.client.mint(shop);
    id = 6;
    await peer.client.mint(shop);
    expect(peer.asked.at(-1)?.route).toBe('POST /app/installations/6/access_tokens');
  });

  it.each<[string, (asked: Asked) => Reply | undefined]>([
    [
      'it is not installed',
      ({ route }) => (route.endsWith('/installation') ? { status: 404 } : undefined),
    ],
    [
      'it is suspended',
      ({ route }) =>
        route.endsWith('/installation')
          ? { json: { ...installation, suspended_at: '2026-01-01T00:00:00Z' } }
          : undefined,
    ],
    [
      'the repository was taken from it',
      ({ route }) => (route.endsWith('/access_tokens') ? { status: 422 } : undefined),
    ],
  ])('are gone when %s', async (_name, special) => {
    const peer = await startPeer(minting(special), asApp);
    await expect(peer.client.rest(get, shop)).rejects.toThrow(ForgeGone);
  });

  it('are refused with a hint when the App itself is not accepted', async () => {
    const peer = await startPeer(
      minting(() => ({ status: 401 })),
      asApp,
    );
    const error = await peer.client.rest(get, shop).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ForgeRefusal);
    expect(String(error)).toContain('check the id of the App and its private key');
    expect(String(error)).not.toMatch(/eyJ|PRIVATE/);
  });
});

describe('a plain token', () => {
  it('is read again once when it is refused, for it may have been rotated', async () => {
    const rotated = { kind: 'token', token: 'ghp_rotated' } as const;
    const peer = await startPeer(
      ({ headers }) =>
        headers['authorization'] === 'Bearer ghp_rotated' ? { json: 'yes' } : { status: 401 },
      [plain, rotated],
    );
    expect((await peer.client.rest(get, shop)).data).toBe('yes');
    const refused = await startPeer(() => ({ status: 401 }));
    await expect(refused.client.rest(get, shop)).rejects.toThrow(/does not accept our credentials/);
    expect(refused.asked).toHaveLength(2);
  });

  it('is handed out as it is, and never revoked', async () => {
    const peer = await startPeer(() => ({ json: 1 }));
    const minted = await peer.client.mint(shop);
    await peer.client.revoke(minted);
    expect(minted.token).toBe(plain.kind === 'token' && plain.token);
    expect(peer.asked).toEqual([]);
  });

  it('that cannot be one is not shown', async () => {
    const broken = { kind: 'token', token: 'ghp_one\nghp_two' } as const;
    const peer = await startPeer(() => ({ json: 1 }), broken);
    const error = await peer.client.rest(get, shop).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/no token has/);
    expect(String(error)).not.toContain('ghp_');
  });

  it('says whose it is', async () => {
    const headers = { 'x-oauth-scopes': 'repo, workflow' };
    const peer = await startPeer(() => ({ headers, json: { login: 'ann', id: 3 } }));
    expect(await peer.client.identity(shop.repository)).toEqual({
      kind: 'token',
      login: 'ann',
      userId: 3,
      scopes: ['repo', 'workflow'],
    });
  });

  it('of a workflow run says it by GraphQL alone', async () => {
    const viewer = { login: 'github-actions', databaseId: 41_898_282 };
    const peer = await startPeer(({ route }) =>
      route === 'POST /graphql' ? { json: { data: { viewer } } } : { status: 403 },
    );
    expect(await peer.client.identity(shop.repository)).toMatchObject({
      kind: 'token',
      login: 'github-actions[bot]',
      userId: 41_898_282,
    });
  });

  it('that cannot say whose it is is not used', async () => {
    const errors = [{ message: 'Resource not accessible by integration', path: ['viewer'] }];
    const peer = await startPeer(({ route }) =>
      route === 'POST /graphql' ? { json: { data: { viewer: null }, errors } } : { status: 403 },
    );
    await expect(peer.client.identity(shop.repository)).rejects.toThrow(
      'use the token of a user or an App',
    );
  });
});

describe('the proof of an App', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const now = Date.UTC(2026, 0, 1);

  it('is signed, short-lived and unlike any other', () => {
    const app = { kind: 'app', appId: '77', privateKey } as const;
    const [one, other] = [createAppJwt(app, now), createAppJwt(app, now)];
    expect(one).not.toBe(other);
    const [head = '', claims = '', signature = ''] = one.split('.');
    const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`);
    expect(verify.verify(publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
    const seconds = now / 1000;
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: '77',
      iat: seconds - 30,
      exp: seconds + 540,
    });
  });

  it('takes a key whose line ends are written out', () => {
    const escaped = privateKey.replaceAll('\n', String.raw`\n`);
    const app = { kind: 'app', appId: '77', privateKey: escaped } as const;
    expect(createAppJwt(app, now).split('.')).toHaveLength(3);
  });

  it('says what is wrong with a key, and nothing of the key', () => {
    const app = { kind: 'app', appId: '77', privateKey: 'secret words' } as const;
    expect(() => createAppJwt(app, now)).toThrow(/cannot be read; give the whole PEM text/);
    expect(() => createAppJwt(app, now)).not.toThrow(/secret words/);
  });
});
