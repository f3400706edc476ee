import { describe, expect, it } from 'vitest';
import { checkedAddress } from '#platform/browser/perform.ts';

describe('checkedAddress', () => {
  it.each([
    'http://127.0.0.1:8080/a?b#c',
    'HTTPS://a.example',
    'data:text/html,<p>a</p>',
    'about:blank',
  ])('lets %s through', (url) => expect(checkedAddress(url)).toBe(url));

  it.each([
    'file:///etc/passwd',
    ' FILE:///etc/passwd',
    '/etc/passwd',
    'index.html',
    '',
    'view-source:http://a.example',
    'view-source:file:///etc/passwd',
    'chrome://version',
    'about:version',
    'about:blank#x',
    'javascript:alert(1)',
    'filesystem:http://127.0.0.1/x',
    'blob:null/x',
    'ftp://127.0.0.1/',
    'devtools://devtools/bundled/inspector.html',
  ])('refuses %j', (url) => {
    expect(() => checkedAddress(url)).toThrow(
      'only http, https and data addresses and about:blank may be opened',
    );
  });
});
