import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Widget = (event: unknown) => Promise<unknown>;

/** A dashboard of CloudWatch with one widget: it shows what the function answers, and calls it again for each action. */
export async function openDashboard(widget: Widget, theme: 'light' | 'dark'): Promise<string> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      if (request.method === 'GET') return consoleAround(theme);
      const asked: unknown = JSON.parse((await text(request)) || '{}');
      return String(await widget({ ...Object(asked), widgetContext: { theme } }));
    };
    void answer().then((body) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return `http://127.0.0.1:${address.port}/`;
}

/** What is around the widget must stay as it is. */
function consoleAround(theme: 'light' | 'dark'): string {
  const [paper, ink] = theme === 'dark' ? ['#0f1b2a', '#d1d5db'] : ['#ffffff', '#16191f'];
  return `<!doctype html><html><head><meta charset="utf-8"><style>
body { margin: 20px; background: ${paper}; color: ${ink}; font: 14px 'Amazon Ember', sans-serif; }
</style></head><body><h2>ratchetr</h2><main id="widget"></main><p>The console goes on here.</p><script>
const widget = document.querySelector('#widget');
async function show(query) {
  widget.innerHTML = await (await fetch('/', { method: 'POST', body: query })).text();
  for (const action of widget.querySelectorAll('cwdb-action[action=call][display=widget]')) {
    action.previousElementSibling.addEventListener(action.getAttribute('event'), () => show(action.textContent));
  }
}
show('{}');
</script></body></html>`;
}
