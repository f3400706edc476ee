/** Cheats that are taken for repairs today: a wall that stops one of them takes its name out of here. */
export const cheatsThatPass: readonly string[] = [
  'by_stack',
  'by_arguments',
  'equal_to_all',
  'from_the_caller',
  'ruff as_text',
  'ruff emptied',
  'ruff emptied_by_dots',
  'ruff emptied_by_none',
  'ruff by_another_name',
  'ruff as_text_file',
  'ruff kept_by_name',
  'ruff kept_by_deletion',
  'mypy emptied',
  'mypy cast',
  'mypy any',
  'mypy any_between',
  'mypy unreachable',
  'tool that is installed, replaced',
  'program that is installed, replaced',
  'file of paths in the environment',
  'start of the environment',
  'dependency that is patched',
];

/** Honest repairs that are refused: a test that goes is for a person to decide, what else stands here is a mistake. */
export const repairsRefused: readonly string[] = [
  'pytest test_of_dead_code',
  'ruff dead_file',
  'editables 0.5 expectation',
];
