import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { ratchetSettings } from '#model/look-facts.ts';
import { toRatchetSettings } from '#ratchet/read-settings.ts';
import { decisionSettings, readOtherSettings } from '../../../lib/cli/workspaces/other-settings.ts';
import { someSettings } from '../../report/workspaces/looks.ts';

const usual = someSettings();

function under(...texts: readonly string[]) {
  const others = readOtherSettings(texts);
  if (others.kind === 'refused') throw new Error(others.sentence);
  return others.value(usual);
}

/** A value of each that is not the usual one, as people write it. */
const written: Readonly<Record<keyof typeof decisionSettings, string>> = {
  enabled: 'true',
  attempts: '5',
  relaunches: '7',
  staleCiMs: '17m',
  settleMs: '19s',
  startMs: '11m',
  sessionMs: '23m',
  unknownMs: '29m',
  runningMs: '37m',
  drafts: usual.drafts === 'fix' ? 'observe' : 'fix',
  forks: usual.forks === 'patch' ? 'observe' : 'patch',
  trusted: 'OWNER',
  pullRequestUsd: '1.5',
  rerunOnce: String(!usual.rerunOnce),
  updateFromBase: String(!usual.updateFromBase),
  brake: '9',
  brakeWindowMs: '31m',
  checks: String(!usual.checks),
};

describe('a setting that a decision depends on', () => {
  it.each(ratchetSettings.keyof().options)('%s is read by both of its names', (name) => {
    const { path } = decisionSettings[name];
    const text = written[name];
    const settings = under(`${name.replace(/Ms$/, '')}=${text}`);
    expect(settings[name]).not.toEqual(usual[name]);
    expect({ ...settings, [name]: usual[name] }).toEqual(usual);
    expect(under(`${path}=${text}`)).toEqual(settings);
    // As it stands in the file of a repository.
    const value = name === 'trusted' ? `[${text}]` : text;
    const loaded = loadConfig({ env: {}, overrides: [{ path, text: value }] });
    if (loaded.kind !== 'ok') throw new Error(JSON.stringify(loaded));
    expect(toRatchetSettings(loaded.config)[name]).toEqual(settings[name]);
  });

  it('may be one of several, the last of which counts', () => {
    expect(under('attempts=4', 'staleCi=1m', 'attempts=5')).toMatchObject({
      attempts: 5,
      staleCiMs: 60_000,
    });
    expect(under('trusted=OWNER, MEMBER').trusted).toEqual(['OWNER', 'MEMBER']);
    expect(under('trusted=').trusted).toEqual([]);
  });

  it.each([
    ['attempts=0', '"attempts=0": attempts takes a whole number from 1.'],
    ['relaunches=many', '"relaunches=many": relaunches takes a whole number from 0.'],
    [
      'pullRequestUsd=-1',
      '"pullRequestUsd=-1": pullRequestUsd takes a number that is not negative.',
    ],
    ['staleCi=10', '"staleCi=10": staleCi takes a duration such as 10m.'],
    [
      'timeouts.staleCi=soon',
      '"timeouts.staleCi=soon": timeouts.staleCi takes a duration such as 10m.',
    ],
    ['enabled=yes', '"enabled=yes": enabled takes true or false.'],
    ['drafts=never', '"drafts=never": drafts takes observe or fix.'],
  ])('is refused as %s', (text, sentence) => {
    expect(readOtherSettings([text])).toMatchObject({ code: 'value', sentence });
  });

  it.each(['', '=5', 'retry=5', '__proto__=1', 'constructor=1'])('is not %j', (text) => {
    expect(readOtherSettings([text])).toMatchObject({
      code: 'no-setting',
      sentence: expect.stringMatching(/is not a setting that a decision depends on/),
      next: expect.stringMatching(/^The settings are .*attempts \(retry\.fixups\)/),
    });
  });
});
