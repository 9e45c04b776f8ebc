/** One statement of a transaction. `name` makes it a prepared statement of the connection: the same name must always carry the same text. */
export type Statement = { text: string; values?: unknown[]; name?: string }

/**
 * One statement of the surrounding transaction. It may be issued without awaiting the one before: statements travel
 * in the order they were issued (pipelined), and the transaction fails with the first that failed.
 */
export type Query = <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>

const names = new Map<string, string>()

/** For texts that are constants of the code: each gets one plan per connection. */
export function prepared(text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, (name = `text_${names.size + 1}`))
  return name
}
