/** A value that no store keeps, for it could not be read again. Its sender is at fault, and another try changes nothing. */
export class NotStorable extends Error {
  override readonly name = 'NotStorable';
}
