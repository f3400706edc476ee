import { describe, expect, it } from 'vitest';
import { hasReader, readEvent } from '#ratchet/rules/ingest/read-event.ts';
import { webhookExamples } from '../../../support/webhook-examples.ts';
import { effectWords } from './effect-words.ts';
import { expectedEffects, unreadExamples } from './expected-effects.ts';

const receiver = { host: 'github.com', appId: '1', login: 'ratchetr[bot]' };
const actionOf = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null && 'action' in payload ? payload.action : '';

describe('readEvent', () => {
  it('finds all real payloads in its table, and nothing else', () => {
    expect(webhookExamples).toHaveLength(329);
    const counts = new Map<string, number>();
    for (const { event } of webhookExamples) counts.set(event, (counts.get(event) ?? 0) + 1);
    const expected = Object.entries(expectedEffects).map(([event, rows]) => [event, rows.length]);
    expect(Object.fromEntries(counts)).toEqual({
      ...unreadExamples,
      ...Object.fromEntries(expected),
    });
  });

  it.for(Object.keys(expectedEffects))('reads every example of %s as expected', (event) => {
    const examples = webhookExamples.filter((example) => example.event === event);
    const read = examples.map(({ payload }) => [
      actionOf(payload),
      effectWords(readEvent(event, payload, receiver)),
    ]);
    expect(read).toEqual(expectedEffects[event]);
  });

  it('ignores by their name the events that nobody reads', () => {
    for (const { event, payload } of webhookExamples) {
      if (unreadExamples[event] === undefined) continue;
      const words = 'ignored: Events of this name ask for no look.';
      expect(effectWords(readEvent(event, payload, receiver))).toBe(words);
      expect(hasReader(event)).toBe(false);
    }
  });

  it('accepts events and actions that nobody knows yet', () => {
    expect(readEvent('quantum_merge', { action: 'begun' }, receiver).kind).toBe('ignored');
    expect(readEvent('constructor', {}, receiver).kind).toBe('ignored');
    for (const { event, payload } of webhookExamples.filter((example) =>
      hasReader(example.event),
    )) {
      const strange = { ...Object(payload), action: 'pondered', ref: 'refs/odd', state: 'pending' };
      expect(readEvent(event, strange, receiver).kind).toBe('ignored');
    }
  });

  it('says what a payload of another shape lacks', () => {
    const lacking = [
      ['pull_request', undefined, 'content'],
      ['pull_request', 'text', 'content'],
      [
        'pull_request',
        { action: 'opened', pull_request: { number: 'two' } },
        'pull_request.number',
      ],
      ['status', { sha: 'short' }, 'sha'],
      ['push', { ref: 7 }, 'ref'],
    ] as const;
    for (const [event, payload, path] of lacking) {
      const reason = `The payload has no usable ${path}.`;
      expect(readEvent(event, payload, receiver)).toEqual({ kind: 'ignored', reason });
    }
  });

  it('throws for no payload, whatever is torn out of it', () => {
    for (const { event, payload } of webhookExamples.filter((example) =>
      hasReader(example.event),
    )) {
      for (const torn of tornFrom(payload)) {
        expect(() => readEvent(event, torn, receiver)).not.toThrow();
      }
    }
  });
});

/** The payload with each of its parts missing, null or a number. */
function* tornFrom(payload: unknown): Generator {
  for (const key of Object.keys(Object(payload))) {
    const { [key]: part, ...rest } = Object(payload);
    yield rest;
    for (const other of [null, 7, [], { ...Object(part), id: 'text', number: null, user: null }]) {
      yield { ...rest, [key]: other };
    }
  }
}
