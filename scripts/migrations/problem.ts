/** What a check of migrations finds and remembers. */

/** `needs`: which comment before the statement allows it; undefined: nothing does. */
export type Problem = { what: string; needs?: 'contract' | 'rows' }

/** What earlier files and the earlier statements of this one have made. */
export type Known = {
  /** Tables, views and functions that this file creates: the version before does not know them. */
  own: Set<string>
  /** Constraints of this file. */
  added: Set<string>
  /** `table.column is not null` of a check constraint, by `table constraint`. */
  notNullChecks: Map<string, string>
  /** Columns of which such a check was validated. */
  proven: Set<string>
}

export const nothingKnown = (): Known => ({ own: new Set(), added: new Set(), notNullChecks: new Map(), proven: new Set() })
