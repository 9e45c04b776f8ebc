/**
 * The value of an `ilike` inside `or=(…)` that means "contains this text", whatever characters it has: \ % _ * are literal, and the
 * quotes keep commas and brackets out of the filter's grammar.
 */
export function containsPattern(text: string): string {
  const letters = text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')
  return `"%${letters.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}%"`
}
