/** The value of an `ilike` inside `or=(…)` that means "contains this text", whatever signs it has: \ % _ * are letters here, and quotes keep commas and brackets out of the grammar. */
export function containsPattern(text: string): string {
  const letters = text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')
  return `"%${letters.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}%"`
}
