import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capabilityText,
  parseToken,
  secretText,
  withSeal,
} from '#repair/rules/session/capability.ts';
import { runId, t0, workspaceId } from '../../../support/samples.ts';

const seal = 'A'.repeat(43);
const capability = {
  workspaceId: workspaceId('github.com:123:45'),
  runId: runId('run-1'),
  launch: 2,
  expiresAt: t0,
};

const ids = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/);
const numbers = fc.nat({ max: 999_999_999 });
const seconds = fc.nat({ max: 99_999_999_999 });

describe('the text of a token', () => {
  it('says for what it is good, and until when', () => {
    expect(capabilityText(capability)).toBe(`v1.github.com:123:45.run-1.2.${t0 / 1_000}`);
    expect(secretText({ ...capability, fence: 3 })).toBe(
      `s1.github.com:123:45.run-1.3.${t0 / 1_000}`,
    );
  });

  it('ends no sooner than what it stands for', () => {
    expect(capabilityText({ ...capability, expiresAt: t0 + 1 })).toMatch(
      new RegExp(`\\.${t0 / 1_000 + 1}$`),
    );
  });

  it('comes back as it was, whatever the ids are', () => {
    const property = fc.property(ids, ids, numbers, seconds, (workspace, run, number, second) => {
      const bound = {
        workspaceId: workspaceId(workspace),
        runId: runId(run),
        expiresAt: second * 1_000,
      };
      const given = capabilityText({ ...bound, launch: number });
      const expected = { kind: 'capability', text: given, seal, ...bound, launch: number };
      expect(parseToken(withSeal(given, seal))).toEqual(expected);
      const secret = secretText({ ...bound, fence: number });
      expect(parseToken(withSeal(secret, seal))).toEqual({
        kind: 'secret',
        text: secret,
        seal,
        ...bound,
        fence: number,
      });
    });
    fc.assert(property);
  });

  it('is never that of another workspace, run or number', () => {
    const parts = fc.tuple(ids, ids, numbers, seconds);
    const property = fc.property(parts, parts, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      expect(textOf(one)).not.toBe(textOf(other));
    });
    fc.assert(property);
    const dotted = textOf(['a.b', 'c', 1, 1]);
    expect(textOf(['a', 'b.c', 1, 1])).not.toBe(dotted);
  });
});

describe('a token', () => {
  it('is nothing where it has another form', () => {
    const text = capabilityText(capability);
    const strange = [
      '',
      text,
      `${text}.`,
      `${text}.${seal}A`,
      `${text}.${seal.slice(1)}`,
      `${text}.${seal}\n`,
      ` ${text}.${seal}`,
      `v2${text.slice(2)}.${seal}`,
      `v1.run-1.2.${t0}.${seal}`,
      `v1.github.com:123:45.run-1.-2.${t0}.${seal}`,
      `v1.github.com:123:45.run-1.2.1e9.${seal}`,
    ];
    for (const token of strange) expect(parseToken(token)).toBeUndefined();
  });

  it('is read without a throw, whatever it is', () => {
    const property = fc.property(fc.string(), (text) => {
      expect([parseToken(text), parseToken(`v1.${text}.${seal}`)]).toContain(undefined);
    });
    fc.assert(property);
  });
});

function textOf([workspace, run, launch, second]: [string, string, number, number]): string {
  return capabilityText({
    workspaceId: workspaceId(workspace),
    runId: runId(run),
    launch,
    expiresAt: second * 1_000,
  });
}
