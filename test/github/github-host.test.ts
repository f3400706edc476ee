import { describe, expect, it } from 'vitest';
import { locateGitHub } from '#github/github-host.ts';

describe('placeOf', () => {
  it.each([
    [
      'https://api.github.com',
      'https://api.github.com/graphql',
      'github.com',
      'https://github.com',
    ],
    [
      'https://api.github.com/',
      'https://api.github.com/graphql',
      'github.com',
      'https://github.com',
    ],
    [
      'https://api.octo.ghe.com',
      'https://api.octo.ghe.com/graphql',
      'octo.ghe.com',
      'https://octo.ghe.com',
    ],
    [
      'https://git.example.com/api/v3',
      'https://git.example.com/api/graphql',
      'git.example.com',
      'https://git.example.com',
    ],
    [
      'http://127.0.0.1:4000',
      'http://127.0.0.1:4000/graphql',
      '127.0.0.1:4000',
      'http://127.0.0.1:4000',
    ],
  ])('knows all addresses of %s', (apiUrl, graphqlUrl, host, webUrl) => {
    const root = apiUrl.replace(/\/$/, '');
    expect(locateGitHub(apiUrl)).toEqual({ apiUrl: root, graphqlUrl, host, webUrl });
  });
});
