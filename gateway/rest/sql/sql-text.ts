/** Helpers of the SQL compilers: quoted names, values as parameters, unique aliases. */

/** Safe for any text without zero bytes (parseQuery refuses those). */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteQualified({ schema, name }: { schema: string; name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}

/** Collects the parameter values of one statement; its text contains only $1, $2, … */
export class StatementParts {
  readonly values: string[] = []
  /** Maximum size in bytes of any part of the response. */
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

/** A PostgreSQL array literal with every element quoted, so that none is read as syntax or NULL. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
