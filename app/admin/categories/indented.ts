/** A native option has no padding, so non-breaking spaces show the depth. */
export function indented(name: string, depth: number): string {
  return '\u00a0\u00a0\u00a0'.repeat(depth) + name
}
