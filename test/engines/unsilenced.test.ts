import { describe, expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';

/** Remarks that an engine heeds; those without a switch must be blank for it. */
const remarks: Readonly<Record<string, readonly string[]>> = {
  biome: ['// biome-ignore lint/style: why', '/* biome-ignore-all lint: why */'],
  'golangci-lint': ['//nolint:errcheck', '// #nosec G104', '//lint:ignore SA1019 why'],
  mypy: [
    'x = 1  # type: ignore[misc]',
    '# mypy: ignore-errors',
    '@typing.no_type_check\ndef x(): ...',
  ],
  oxlint: ['// oxlint-disable-next-line no-debugger', '/* eslint-disable */', '/* globals a */'],
  pylint: ['x = 1  # pylint: disable=invalid-name', '# pylint: skip-file'],
  pyright: ['x = 1  # pyright: ignore', '# pyright: basic', 'x = 1  # type:ignore'],
  ruff: ['# ruff: noqa', '# ruff: disable[F401]', '# flake8: noqa', '# ruff: isort: skip_file'],
  tsc: ['// @ts-ignore', '/* @ts-expect-error why */', '// @ts-nocheck'],
};

describe('an engine that is to heed no remarks', () => {
  it('has a switch, or remarks that are known', () => {
    const blanked = engines.filter(({ unsilenced }) => unsilenced?.blank !== undefined);
    expect(blanked.map(({ id }) => id).toSorted()).toEqual(Object.keys(remarks));
  });

  it.each(Object.entries(remarks).flatMap(([id, all]) => all.map((text) => [id, text] as const)))(
    '%s sees nothing in %j, and each line where it was',
    (id, text) => {
      const engine = engines.find((one) => one.id === id);
      const blank = engine?.unsilenced?.blank?.(text) ?? text;
      const heeded = new RegExp(
        (engine?.suppressions ?? []).filter((one) => !one.includes('no_type_check')).join('|'),
      );
      expect(text.includes('no_type_check') || heeded.test(text)).toBe(true);
      expect(heeded.test(blank)).toBe(false);
      expect(blank).not.toContain('@typing.no_type_check');
      expect(blank.split('\n')).toHaveLength(text.split('\n').length);
    },
  );
});
