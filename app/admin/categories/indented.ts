/** A native option has no padding: the depth is shown by spaces that do not collapse. */
export function indented(name: string, depth: number): string {
  return '\u00a0\u00a0\u00a0'.repeat(depth) + name
}
