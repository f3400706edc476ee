import { durationPattern } from './duration.ts';
import { type SettingSchema, settingsTree } from './settings-tree.ts';

/** All settings as Markdown, from the schema alone: a table, then the defaults that are too long for it. */
export function renderSettings(): string {
  const rows = settingRows(settingsTree, []);
  const table = alignedTable([
    ['Setting', 'Takes', 'Default', 'Meaning'],
    ...rows.map(settingCells),
  ]);
  return [table, ...rows.flatMap(longDefault)].join('\n\n');
}

interface Row {
  readonly path: readonly string[];
  readonly schema: SettingSchema;
}

const ANY_NAME = '<name>';
const LONGEST_DEFAULT = 60;

function settingRows(schema: SettingSchema, path: readonly string[]): readonly Row[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([key, inner]) =>
      typeof inner === 'boolean' ? [] : settingRows(inner, [...path, key]),
    );
  }
  const each = eachSchema(schema);
  // Engine settings stand in profiles once more; they are shown once.
  const shownElsewhere = each?.properties === undefined || path.includes(ANY_NAME);
  const inner = shownElsewhere
    ? []
    : settingRows(each, [...path, schema.type === 'array' ? '[]' : ANY_NAME]);
  return [{ path, schema }, ...inner];
}

/** What a list or a map holds again and again. */
function eachSchema({ items, additionalProperties }: SettingSchema): SettingSchema | undefined {
  const each = items ?? additionalProperties;
  return typeof each === 'object' && !Array.isArray(each) ? each : undefined;
}

function settingCells({ path, schema }: Row): readonly string[] {
  return [
    inCode(settingName(path)),
    describeType(schema),
    defaultCell(schema),
    schema.description ?? '',
  ];
}

function settingName(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]');
}

function defaultCell(schema: SettingSchema): string {
  if (schema.default === undefined) return '';
  return isLong(schema) ? 'below' : inCode(asYaml(schema.default));
}

function isLong(schema: SettingSchema): boolean {
  return schema.default !== undefined && asYaml(schema.default).length > LONGEST_DEFAULT;
}

function longDefault({ path, schema }: Row): readonly string[] {
  if (!isLong(schema) || !Array.isArray(schema.default)) return [];
  const items = schema.default.map((item) => `  - '${String(item)}'`).join('\n');
  return [
    `Default of ${inCode(settingName(path))}:`,
    `\`\`\`yaml\n${path.at(-1)}:\n${items}\n\`\`\``,
  ];
}

function asYaml(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll(',', ', ');
}

function describeType(schema: SettingSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((name) => inCode(String(name))).join(', ');
  if (schema.const !== undefined) return inCode(String(schema.const));
  if (schema.type === 'integer') return `whole number${rangeOf(schema)}`;
  if (schema.type === 'number') return `number${rangeOf(schema)}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'array') return listKind(schema);
  return schema.type === 'object' ? 'map' : textKind(schema);
}

function rangeOf({ minimum, maximum }: SettingSchema): string {
  return minimum === undefined ? '' : ` ${minimum} to ${maximum}`;
}

function listKind(schema: SettingSchema): string {
  const each = eachSchema(schema);
  const plain = each?.type === 'string' && each.enum === undefined;
  return plain ? `list of ${textKind(each)}s` : 'list';
}

function textKind(schema: SettingSchema): string {
  if (schema.pattern === durationPattern.source) return 'duration';
  return schema.allOf === undefined ? 'text' : 'path';
}

function inCode(text: string): string {
  return `\`${text}\``;
}

/** Padded the way the formatter pads, so that formatting and generating agree. */
function alignedTable(rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const [head = []] = escaped;
  const widths = head.map((_, column) =>
    Math.max(...escaped.map((row) => row[column]?.length ?? 0)),
  );
  const lines = escaped.map((row) =>
    tableLine(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  const rule = tableLine(widths.map((width) => '-'.repeat(width)));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
