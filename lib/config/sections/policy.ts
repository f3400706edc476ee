import * as z from 'zod';
import { judgingClass } from '#model/judging.ts';
import { choice, distinct, trueOrFalse, mapOf } from '../values.ts';

function botStanding() {
  return choice(['ignore', 'advisory', 'act']);
}

const bots = z
  .strictObject({
    default: botStanding()
      .default('ignore')
      .describe(
        'What reviews of unlisted bots count: act starts work, the others leave them to people.',
      ),
    logins: mapOf(
      {
        pattern: /^[A-Za-z0-9][A-Za-z0-9-]*(\[bot\])?$/,
        meaning: 'a GitHub login, such as dependabot[bot]',
      },
      botStanding(),
    )
      .default({})
      .describe('What reviews of single bots count, by login.'),
  })
  .prefault({})
  .describe('Which bots are listened to.');

function judging() {
  return choice(['say', 'ask', 'refuse']);
}

export const policy = z
  .strictObject({
    bots,
    drafts: choice(['observe', 'fix'])
      .default('observe')
      .describe('Whether draft pull requests are only watched or also fixed.'),
    forks: choice(['observe', 'patch'])
      .default('patch')
      .describe('Where we may not push: only watch, or offer a verified patch in a comment.'),
    expectations: choice(['ask', 'push'])
      .default('ask')
      .describe(
        'Repairs by which tests demand something else: offer them to a person, old and new side by side, or push them with that said.',
      ),
    checkHeads: trueOrFalse()
      .default(true)
      .describe('Whether Ratchetr checks every new head of a pull request that it ratchets.'),
    judging: judging()
      .default('say')
      .describe(
        'What a change to how the code is judged does: it is told, waits for a person, or fails the check.',
      ),
    judgingOf: mapOf(
      {
        pattern: new RegExp(`^(?:${judgingClass.options.join('|')})$`),
        meaning: `one of ${judgingClass.options.join(', ')}`,
      },
      judging(),
    )
      .default({})
      .describe('The same for single kinds of files, in place of policy.judging.'),
  })
  .prefault({})
  .describe('Which events and pull requests Ratchetr acts on.');

export const trust = z
  .strictObject({
    authors: distinct(
      choice([
        'OWNER',
        'MEMBER',
        'COLLABORATOR',
        'CONTRIBUTOR',
        'FIRST_TIME_CONTRIBUTOR',
        'FIRST_TIMER',
        'MANNEQUIN',
        'NONE',
      ]),
      'a list of author associations, such as ["OWNER", "MEMBER"]',
    )
      .default(['OWNER', 'MEMBER', 'COLLABORATOR'])
      .describe(
        'Author associations whose pull requests may run unasked, and whose reviews count.',
      ),
  })
  .prefault({})
  .describe('Whose code is run under `enabled: true`, and whose reviews are acted on.');

export const tasks = z
  .strictObject({
    autofix: trueOrFalse()
      .default(true)
      .describe('Let the tools repair what they can by themselves.'),
    autofix_unsafe: trueOrFalse()
      .default(true)
      .describe(
        'Let them also try repairs that they call unsafe, under the same proof as any other.',
      ),
    fix: trueOrFalse().default(true).describe('Repair failing checks and findings.'),
    add_test: trueOrFalse().default(true).describe('Add tests where coverage fell.'),
    remove_skip: trueOrFalse().default(true).describe('Bring skipped tests back.'),
    refactor: trueOrFalse().default(true).describe('Restructure code where a finding asks for it.'),
    quarantine: trueOrFalse().default(false).describe('Set unreliable tests aside.'),
    suppress: trueOrFalse().default(false).describe('Silence a finding in the code.'),
    resolve_conflict: trueOrFalse()
      .default(true)
      .describe('Resolve conflicts with the base branch.'),
    address_review: trueOrFalse().default(true).describe('Do what reviewers ask for.'),
    skips: choice(['passing', 'all'])
      .default('passing')
      .describe(
        'Skipped tests that remove_skip brings back: those that are expected to fail and pass, or all.',
      ),
  })
  .prefault({})
  .describe('Kinds of tasks that may be worked on; the others are only reported.');

export const flakes = z
  .strictObject({
    rerunOnce: trueOrFalse()
      .default(true)
      .describe('Run a failed CI job once more before a fixup when it looks unreliable.'),
  })
  .prefault({})
  .describe('What to do about unreliable CI jobs.');

export const branch = z
  .strictObject({
    updateFromBase: trueOrFalse()
      .default(true)
      .describe('Merge the base into the branch where it is red only because its base was.'),
  })
  .prefault({})
  .describe('How the branch of a pull request is kept.');
