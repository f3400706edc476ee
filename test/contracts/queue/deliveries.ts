import { expect } from 'vitest';
import type { Message } from '#model/message.ts';
import { awkwardTexts } from '../../support/noise.ts';
import { runId, sha, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { drain, look, numbered, receive, type Subject, texts } from './subject.ts';

const id = workspaceId('workspace-1');
const run = runId('run-1');

/** One message of every kind that there is. */
const kinds: readonly Message[] = [
  look('workspace-1', 'workspace-2'),
  { kind: 'asked', schemaVersion: 1, workspaceId: id, commentId: '7', login: 'ann', text: 'retry' },
  command({ kind: 'dispatch', runId: run }),
  command({ kind: 'publish', runId: run }),
  command({ kind: 'exit', runId: run }),
  command({ kind: 'stop', runId: run, taskRef: 'task/1', because: 'It was closed.' }),
  command({
    kind: 'errand',
    errand: { kind: 'update', headSha: sha('a'), baseSha: sha('b') },
  }),
  command({ kind: 'report' }),
];

export const deliveries: Promises<Subject> = {
  async 'what was sent before anybody receives comes as it was sent'({ store }) {
    await store.queue.send(kinds);
    expect(texts(await drain(store))).toEqual(texts(kinds));
    expect(await drain(store)).toEqual([]);
  },

  async 'what is sent while somebody waits comes as well'({ store }) {
    const reception = receive(store);
    for (const [index, message] of kinds.entries()) {
      await store.queue.send([message]);
      expect((await reception.until(index + 1)).at(-1)).toEqual(message);
    }
    await reception.stop();
  },

  async 'what another process sent comes as well'({ store, reopen }) {
    const reception = receive(store);
    await (await reopen()).queue.send([numbered(1)]);
    expect(await reception.until(1)).toEqual([numbered(1)]);
    await reception.stop();
  },

  async 'sending nothing sends nothing'({ store }) {
    await store.queue.send([]);
    expect(await drain(store)).toEqual([]);
  },

  async 'many are sent at once'({ store }) {
    const sent = Array.from({ length: 120 }, (_, index) => numbered(index));
    await store.queue.send(sent);
    expect(new Set(texts(await drain(store)))).toEqual(new Set(texts(sent)));
  },

  async 'awkward texts and the largest look come as they are'({ store }) {
    const asked = awkwardTexts.map((text, index): Message => ({
      kind: 'asked',
      schemaVersion: 1,
      workspaceId: id,
      commentId: `c${index}`,
      login: 'ann',
      text,
    }));
    const widest = look(
      ...Array.from({ length: 50 }, (_, index) => `${'w'.repeat(60)}-${index + 10}`),
    );
    await store.queue.send([...asked, widest]);
    expect(texts(await drain(store))).toEqual(texts([...asked, widest]));
  },

  async 'a look at the same workspaces comes again when it is sent after the first was received'({
    store,
  }) {
    const reception = receive(store);
    for (const count of [1, 2, 3]) {
      await store.queue.send([look('a', 'b')]);
      await reception.until(count);
    }
    await reception.stop();
  },
};

type Command = Extract<Message, { kind: 'command' }>['command'];

function command(wanted: Command): Message {
  return { kind: 'command', schemaVersion: 1, workspaceId: id, command: wanted };
}
