/**
 * Access to private channels: row level security on realtime.messages decides, as on Supabase. A temporary row represents the
 * message: SELECT permission allows reading the channel, INSERT permission writing to it. Every check is rolled back.
 */
import type pg from 'pg'
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { settingsStatement } from '../core/request-settings.ts'
import type { Session } from '../core/session.ts'

export type Extension = 'broadcast' | 'presence'
export type Access = {
  /** The extensions of a topic that the caller may read. Rejects if the database is unavailable. */
  readableExtensions(session: Session, topic: string): Promise<ReadonlySet<Extension>>
  mayWrite(session: Session, topic: string, extension: Extension): Promise<boolean>
}

const PROBE = 'insert into realtime.messages (topic, extension, event, payload, private) values ($1, $2, $3, $4, true)'

/** Thrown to roll back and return a value. */
class RolledBack extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('rolled back')
    this.value = value
  }
}

async function inRolledBackTransaction<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    await inTransaction(pool, {}, async (query) => {
      throw new RolledBack(await work(query))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.value as T
    throw error
  }
  throw new Error('Access check was not rolled back')
}

/** Later statements run as the caller, and realtime.topic() returns the topic. */
function switchToCaller(query: Query, session: Session, topic: string): void {
  const { text, values } = settingsStatement(session, { roleSettings: new Map([['realtime.topic', topic]]) })
  void query(text, values)
}

export function createAccess(pool: pg.Pool): Access {
  return {
    async readableExtensions(session, topic) {
      try {
        const rows = await inRolledBackTransaction(pool, async (query) => {
          for (const extension of ['broadcast', 'presence']) void query(PROBE, [topic, extension, null, null])
          switchToCaller(query, session, topic)
          return query<{ extension: Extension }>('select extension from realtime.messages where topic = $1', [topic])
        })
        return new Set(rows.map(({ extension }) => extension))
      } catch (error) {
        if (isDatabaseError(error) && error.severity !== 'FATAL') return new Set()
        throw error
      }
    },
    async mayWrite(session, topic, extension) {
      try {
        await inRolledBackTransaction(pool, async (query) => {
          switchToCaller(query, session, topic)
          await query(PROBE, [topic, extension, null, null])
        })
        return true
      } catch (error) {
        if (isDatabaseError(error) && error.severity !== 'FATAL') return false
        throw error
      }
    },
  }
}
