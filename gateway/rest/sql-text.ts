/** Everything the SQL writers share: names in quotes, values as parameters, one alias per resource. */

/** Safe for any text without zero bytes (those are refused when the query string is read). */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteQualified({ schema, name }: { schema: string; name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}

/** Collects the values of one statement; the text only ever holds their numbers. */
export class StatementParts {
  readonly values: string[] = []
  /** Bytes that no part of the answer may exceed. */
  readonly largestAnswer: number
  #aliases = 0

  constructor(largestAnswer: number) {
    this.largestAnswer = largestAnswer
  }

  value(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  alias(prefix: string): string {
    this.#aliases += 1
    return `${prefix}${this.#aliases}`
  }
}

/** PostgreSQL's array literal; every element is quoted, so nothing in it is read as syntax or as NULL. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
