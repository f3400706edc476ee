/** One row of "Who may import whom". */
export interface Row {
  /** A name such as `adapters/x`, `steps` or `config/write-schemas.ts`. */
  readonly name: string;
  readonly mayImport: readonly string[];
  readonly packages: readonly string[];
}

/** Packages that stand in the named places and nowhere else. */
export interface Home {
  readonly packages: readonly string[];
  readonly onlyIn: readonly string[];
}

export interface Law {
  readonly rows: readonly Row[];
  readonly homes: readonly Home[];
}

/** The names in each cell of one line. */
type Cells = readonly (readonly string[])[];

/** Reads the import law from the two tables of the architecture page. */
export function parseLaw(page: string): Law {
  const rows = tableCells(page, 'files').flatMap(([names = [], mayImport = [], packages = []]) =>
    names.map((name) => ({ name, mayImport, packages })),
  );
  const homes = tableCells(page, 'package').map(([packages = [], onlyIn = []]) => ({
    packages,
    onlyIn,
  }));
  return { rows, homes };
}

/** For every line of the table with this first heading: the backticked names of each cell. */
function tableCells(page: string, firstHeading: string): readonly Cells[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.split('|')[1]?.trim() === firstHeading);
  if (start === -1) throw new Error(`the page lacks its table of ${firstHeading}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end === -1 ? body.length : end).map((line) => cellsOf(line));
}

/** A line without a name in its first cell would govern nothing, so it is a slip of the pen. */
function cellsOf(line: string): Cells {
  const cells = line
    .split('|')
    .slice(1, -1)
    .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
  if (!cells[0]?.length) throw new Error(`no name in backticks starts the line ${line}`);
  return cells;
}
