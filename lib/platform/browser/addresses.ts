/** Gives an address back that may be opened: a page of a server, or one written out in full. Throws for any other. */
export function checkedAddress(url: string): string {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  // Other addresses of about: lead to pages of the browser itself.
  if (url === 'about:blank' || protocols.has(protocol)) return url;
  throw new Error('only http, https and data addresses and about:blank may be opened');
}

const protocols = new Set(['http:', 'https:', 'data:']);
