/** Tries one case of the access matrix as everybody whom it names. */
import { DatabaseError } from 'pg'
import type { Client, QueryResult } from 'pg'
import { becoming } from '../shop.ts'
import { ASKERS, PART_ROLES, outcomeFor } from './asking.ts'
import type { Case, Outcome } from './asking.ts'

/** By asker. `owner`: with all rights, the counterpart of every denial. */
export type Outcomes = Partial<Record<string, Outcome>>

/** What the case does for each of them, all on the same rows: one transaction, rolled back to the same point after each. */
export async function outcomesOf(client: Client, entry: Case): Promise<Outcomes> {
  await client.query(`begin; ${entry.before ?? 'select'}; savepoint asked`)
  try {
    const outcomes: Outcomes = {}
    for (const asker of ['owner', ...ASKERS, ...PART_ROLES] as const) {
      // A case may say beforehand in whose name the owner acts.
      outcomes[asker] = await attempt(client, asker === 'owner' ? entry.sql : `${becoming(asker)}; ${entry.sql}`)
      await client.query('rollback to savepoint asked')
    }
    return outcomes
  } finally {
    await client.query('rollback')
  }
}

async function attempt(client: Client, statements: string): Promise<Outcome> {
  try {
    const results: QueryResult[] = [await client.query(statements)].flat()
    return results.at(-1)?.rowCount ?? 0
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    if (error.code === '42501') return 'no'
    if (error.detail?.includes('REASON_REQUIRED')) return 'reason'
    throw error
  }
}

/** What the case says, for everybody but the owner. */
export const expectedOf = (entry: Case): Outcomes => ({
  ...Object.fromEntries(ASKERS.map((asker, index) => [asker, entry.outcomes[index]])),
  ...Object.fromEntries(PART_ROLES.map((role) => [role, outcomeFor(role, entry)])),
})
