/** Runs one statement as the database's owner and returns rows as objects. Statements run one after the other on one connection. */
export type OwnerQuery = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * `small`: fixed products and a few orders that show every state, on which the browser tests count. `full`: also families of
 * products and a year of trade, for people who look at the shop.
 */
export type DemoSize = 'small' | 'full'

/** The loader's dependencies; it opens nothing itself. */
export type DemoWorld = {
  size: DemoSize
  query: OwnerQuery
  /** Stores one object in a public bucket and replaces an object of the same name. */
  putObject(bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** bcrypt, as the sign-in verifies it. */
  hashPassword(password: string): Promise<string>
  /** The moment from which the demo's dates are counted back. */
  now?: Date
}

const HOUR = 3_600_000

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR)
export const hoursAfter = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * HOUR)

/** Sets the date for everything that triggers write (history, notifications, documents, stock movements) until the transaction ends. */
export async function asOf(query: OwnerQuery, moment: Date): Promise<void> {
  await query("select set_config('shop.as_of', $1, true)", [moment.toISOString()])
}
