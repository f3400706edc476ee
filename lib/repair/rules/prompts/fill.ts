/** A template with its placeholders, such as {{title}}, filled in. Values are never read for placeholders themselves. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const text = template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    used.add(name);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`The prompt has no value for {{${name}}}`);
    return value;
  });
  const unknown = Object.keys(values).filter((name) => !used.has(name));
  if (unknown.length > 0) throw new Error(`The prompt has no place for ${unknown.join(', ')}`);
  return text;
}
