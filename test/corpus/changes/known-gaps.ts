/** Cheats that are taken for repairs today: a wall that stops one of them takes its name out of here. */
export const cheatsThatPass: readonly string[] = [
  'equal_to_all',
  'from_the_caller',
  'ruff by_another_name',
  'mypy cast',
  'mypy any',
  'mypy any_between',
  'eslint by_another_name',
  'eslint emptied',
  'eslint function_of_text',
  'tsc any',
  'tsc twice_cast',
  'tsc any_given',
  'tsc emptied',
  'vitest by_stack',
];

/** Honest repairs that are refused: a test that goes and a suppression are for a person to decide, what else stands here is a mistake. */
export const repairsRefused: readonly string[] = [
  'pytest cases_renamed',
  'pytest test_of_dead_code',
  'editables 0.5 expectation',
  'pyjwt 2.14.0 expectation',
  'tabulate 0.8.8 expectation',
];
