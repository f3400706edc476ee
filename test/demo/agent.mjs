import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// The scripted agent of the demo. It speaks the contract of every agent that is a program, and stands where a model
// would: it knows by heart what is wrong with the sample shop and what belongs there. It repairs nothing else.
const repairs = [
  {
    tool: 'git',
    about: 'src/cart.ts',
    file: 'src/cart.ts',
    from: '  return `Total: ${(due / 100).toFixed(2)}`;',
    to: [
      '  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);',
      '  return `${count} products, total: ${(due / 100).toFixed(2)}`;',
    ].join('\n'),
  },
  {
    tool: 'oxlint',
    about: 'src/gift-codes.ts',
    file: 'src/gift-codes.ts',
    from: 'text != null',
    to: 'text !== null',
  },
  {
    tool: 'tsc',
    about: 'src/gift-cards.ts',
    file: 'src/gift-cards.ts',
    from: 'return cards.get(code);',
    to: 'return cards.get(code) ?? 0;',
  },
  {
    tool: 'vitest',
    about: 'test/gift-cards.test.ts',
    file: 'src/gift-cards.ts',
    from: 'return cards.get(code);',
    to: 'return cards.get(code) ?? 0;',
  },
  {
    tool: 'vitest',
    about: 'test/gift-cards.test.ts',
    file: 'src/gift-cards.ts',
    from: '= left(cards, code) - price;',
    to: '= Math.max(0, left(cards, code) - price);',
  },
  {
    tool: 'ruff',
    about: 'shop/gift_cards.py',
    file: 'shop/gift_cards.py',
    from: 'used: list[str] = []',
    to: 'used: list[str] | None = None',
  },
  {
    tool: 'ruff',
    about: 'shop/gift_cards.py',
    file: 'shop/gift_cards.py',
    from: 'in used]',
    to: 'in (used or [])]',
  },
  {
    tool: 'mypy',
    about: 'shop/gift_cards.py',
    file: 'shop/gift_cards.py',
    from: 'code: str) -> Card:',
    to: 'code: str) -> Card | None:',
  },
  {
    tool: 'pytest',
    about: 'tests/test_gift_cards.py',
    file: 'shop/gift_cards.py',
    from: 'paid = price',
    to: 'paid = min(price, card.left)',
  },
  {
    tool: 'ci',
    about: 'shop/gift_cards.py is for',
    file: 'README.md',
    from: 'where orders are taken\n',
    to: 'where orders are taken\n- `shop/gift_cards.py`: gift cards, and what they pay\n',
  },
  {
    tool: 'ci',
    about: 'src/gift-cards.ts is for',
    file: 'README.md',
    from: 'where it is shown\n',
    to: [
      'where it is shown',
      '- `src/gift-cards.ts`: what is left on gift cards',
      '- `src/gift-codes.ts`: what their codes look like',
      '',
    ].join('\n'),
  },
  {
    tool: 'review',
    about: 'src/gift-cards.ts',
    file: 'src/gift-cards.ts',
    from: 'const rest =',
    to: 'const remaining =',
  },
  {
    tool: 'review',
    about: 'src/gift-cards.ts',
    file: 'src/gift-cards.ts',
    from: 'return rest;',
    to: 'return remaining;',
  },
];

const request = JSON.parse(readFileSync(0, 'utf8'));
if (request.tool === 'git') for (const file of request.targets.files) keepOurs(file);
const known = repairs.filter(({ tool, about }) => tool === request.tool && isAsked(about));
const made = known.filter(({ file, from }) => existsSync(file) && textOf(file).includes(from));
for (const { file, from, to } of made) writeFileSync(file, textOf(file).replace(from, to));
const isComplete = known.length > 0 && known.every(({ file, to }) => textOf(file).includes(to));

const answer = {
  schema_version: 1,
  run_id: request.run_id,
  task_id: request.task_id,
  status: isComplete ? 'success' : 'failure',
  summary: `The script made ${made.length} of the ${known.length} repairs that it knows for this.`,
  changes: {
    files_changed: [...new Set(made.map(({ file }) => file))],
    files_created: [],
    files_deleted: [],
    diff_stat: {
      insertions: made.reduce((sum, { to }) => sum + linesOf(to), 0),
      deletions: made.reduce((sum, { from }) => sum + linesOf(from), 0),
    },
  },
  actions: { commands_ran: [], tests_ran: [] },
  validation: { validation_exit_code: 0, validation_summary: {} },
  notes: { systematic_issue: false, suggested_followups: [] },
  artifacts: { prompt_ref: '', stdout_ref: '', stderr_ref: '', patch_ref: '' },
};
process.stdout.write(`${JSON.stringify(answer)}\n`);

/** A file that the task is about, or words of the log that the task shows. */
function isAsked(about) {
  const { files } = request.targets;
  return files.length > 0
    ? files.includes(about)
    : request.instructions.task_prompt.includes(about);
}

/** Takes our side of each conflict; what the other side wanted comes as a repair like any other. */
function keepOurs(file) {
  const ours = /^<<<<<<< .*\n([\s\S]*?)^(?:\|{7} .*\n[\s\S]*?)?^=======\n[\s\S]*?^>>>>>>> .*\n/gm;
  writeFileSync(file, textOf(file).replace(ours, '$1'));
}

function textOf(file) {
  return readFileSync(file, 'utf8');
}

function linesOf(text) {
  return text.split('\n').filter((line) => line !== '').length;
}
