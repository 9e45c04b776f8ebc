/** The settings of the database's addresses: straight, and through a pooler (docs/decisions/0104-connections-and-poolers.md). */
import * as v from 'valibot'
import { addressProblem } from '#postgres/address.ts'
import { MAX_CONNECTIONS } from './postgres.ts'

/** Of PostgreSQL, with one host or several. */
const databaseAddress = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) => addressProblem(text) === null,
      ({ input }) => addressProblem(input) ?? '',
    ),
  ),
)

export const databaseSchema = {
  DATABASE_URL: databaseAddress,
  DATABASE_POOL_URL: databaseAddress,
  PREPARED_STATEMENTS: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
}

type Given = {
  DATABASE_URL?: string | undefined
  DATABASE_POOL_URL?: string | undefined
  PREPARED_STATEMENTS?: 'on' | 'off' | undefined
  DATABASE_CONNECTIONS: number
}
/** `prepare`: it knows prepared statements. */
export type Pooler = { url: string; prepare: boolean }

/** PostgreSQL keeps three for superusers. */
const MOST_EMBEDDED = MAX_CONNECTIONS - 3

/** @returns the pooler, undefined without one, or why the settings do not go together */
export function poolerOf({ DATABASE_URL, DATABASE_POOL_URL, PREPARED_STATEMENTS, DATABASE_CONNECTIONS }: Given): Pooler | undefined | string {
  if (!DATABASE_URL && DATABASE_CONNECTIONS > MOST_EMBEDDED) return `DATABASE_CONNECTIONS must be at most ${MOST_EMBEDDED} with the embedded database.`
  if (!DATABASE_POOL_URL) {
    return PREPARED_STATEMENTS === 'off' ? 'PREPARED_STATEMENTS=off is for the pooler of DATABASE_POOL_URL, which is not set.' : undefined
  }
  if (!DATABASE_URL) return 'DATABASE_POOL_URL is given together with DATABASE_URL, which leads to the same database without the pooler.'
  return { url: DATABASE_POOL_URL, prepare: PREPARED_STATEMENTS === 'on' }
}
