import type { Item } from './items.ts';

interface FieldUpdate {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Item;
}

/** The update that gives every field its value; undefined takes the field away. Its placeholders are the names of the fields. */
export function updateFields(fields: Item): FieldUpdate {
  const names = Object.keys(fields);
  const kept = names.filter((name) => fields[name] !== undefined);
  const gone = names.filter((name) => fields[name] === undefined);
  const remove = gone.length === 0 ? '' : ` REMOVE ${gone.map((name) => `#${name}`).join(', ')}`;
  return {
    UpdateExpression: `SET ${kept.map((name) => `#${name} = :${name}`).join(', ')}${remove}`,
    // Many plain words are reserved by DynamoDB, so none is used as it is.
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(kept.map((name) => [`:${name}`, fields[name]])),
  };
}
