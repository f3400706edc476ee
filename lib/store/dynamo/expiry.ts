/** DynamoDB forgets by whole seconds; rounding up never forgets too early. */
export function expiry(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
