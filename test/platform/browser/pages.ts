import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

const form = `<title>Form</title>
  <h1>Greeter</h1>
  <input id="name" value="old"><button id="go">Go</button>
  <p id="out">waiting</p><p id="hidden" style="display:none">secret of the page</p>
  <p id="keys">0</p>
  <script>
    let keys = 0;
    document.querySelector('#name').addEventListener('keydown', () => {
      document.querySelector('#keys').textContent = String(++keys);
    });
    document.querySelector('#go').addEventListener('click', () => setTimeout(() => {
      document.querySelector('#out').innerHTML =
        'Hello, <b>' + document.querySelector('#name').value + '</b>!';
    }, 200));
  </script>`;

const visits = `<p id="seen"></p><script>
    const seen = document.cookie + (localStorage.getItem('seen') ?? 'nothing');
    document.querySelector('#seen').textContent = seen;
    document.cookie = 'seen=1';
    localStorage.setItem('seen', 'a visit before');
  </script>`;

const busy = '<p id="out">calm</p><script>setTimeout(() => { for (;;); }, 300)</script>';

const pages: Readonly<Record<string, string>> = { '/': form, '/visits': visits, '/busy': busy };

export interface Pages {
  readonly origin: string;
  /** Serves this under `/given`. */
  readonly give: (html: string) => void;
}

/** Pages on loopback; `/never` is never answered. */
export async function servePages(): Promise<Pages> {
  let given = '';
  const server = createServer(({ url = '' }, outgoing) => {
    if (url === '/never') return;
    const html = url === '/given' ? given : pages[url];
    outgoing.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' });
    outgoing.end(`<!doctype html><meta charset="utf-8">${html ?? 'Not found'}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { origin: `http://127.0.0.1:${port}`, give: (html) => (given = html) };
}
