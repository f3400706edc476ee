import type * as catalogs from './convention.ts';
import type { Row } from './row.ts';
import { absent, clean, empty, findings, noise } from './row.ts';

/** What these tools were seen to do: pylint 4.1, tombi 1.9. */
export const conventionRows = {
  pylint: {
    clean: { exit: 0, report: clean, is: 'success' },
    'messages of several kinds': { exit: 30, report: findings, is: 'diagnostic' },
    'a syntax error': { exit: 2, report: findings, is: 'diagnostic' },
    'findings, told to exit 0': { exit: 0, report: findings, is: 'diagnostic' },
    'messages said, none reported': { exit: 4, report: clean, is: 'unknown, none, CONTRADICTION' },
    'a path that does not exist': {
      exit: 1,
      report: clean,
      text: '{"messages": [{"type": "fatal", "messageId": "F0001"}]}',
      is: 'tool_failure, none, CRASHED',
    },
    'a checker that crashes on one file': {
      exit: 5,
      report: findings,
      text: '{"messages": [{"type": "fatal", "messageId": "F0002"}]}',
      is: 'diagnostic, partial',
    },
    'a missing rcfile or an unknown option': {
      exit: 32,
      report: empty,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'no paths, with a line of text': {
      exit: 32,
      report: noise,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a usage error beside a fatal one': {
      exit: 33,
      report: empty,
      is: 'tool_failure, none, CRASHED',
    },
    'a broken rcfile': {
      exit: 0,
      report: clean,
      stdout: '.pylintrc:1:0: F0011: error while parsing the configuration\n{',
      is: 'success, partial',
      degraded: true,
    },
    'an unknown key, plugin or message': {
      exit: 0,
      report: clean,
      text: '{"messages": [{"type": "error", "messageId": "E0015"}]}',
      is: 'success, partial',
      degraded: true,
    },
    'pylint not installed': {
      exit: 1,
      report: empty,
      stderr: 'python3: No module named pylint',
      is: 'tool_failure, none, TOOL_NOT_FOUND',
    },
  },
  tombi: {
    clean: { exit: 0, report: clean, is: 'success' },
    'a duplicate key': { exit: 1, report: findings, is: 'diagnostic' },
    'a file that cannot be read beside findings': {
      exit: 1,
      report: findings,
      text: '[{"code": "io-error", "range": null}]',
      is: 'diagnostic, partial',
    },
    'a path that does not exist': {
      exit: 1,
      report: clean,
      text: '[{"code": "io-error", "range": null}]',
      is: 'unknown, none, CONTRADICTION',
    },
    'exit 1 and no report': { exit: 1, report: absent, is: 'tool_failure, none, NO_OUTPUT' },
    'an unknown option': { exit: 2, report: absent, is: 'tool_failure, none, CONFIG_INVALID' },
    'a broken configuration': {
      exit: 0,
      report: clean,
      stderr: 'warning: failed to parse config file',
      is: 'success, partial',
      degraded: true,
    },
  },
} satisfies Record<keyof typeof catalogs, Record<string, Row>>;
