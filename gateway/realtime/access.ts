/**
 * Who may hear and speak in a private channel: row level security on realtime.messages decides, as on Supabase. A row
 * that nobody keeps stands for the message: select to hear it, insert to say it. Every question is rolled back.
 */
import type pg from 'pg'
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { settingsStatement } from '../core/request-settings.ts'
import type { Session } from '../core/session.ts'

export type Extension = 'broadcast' | 'presence'
export type Access = {
  /** What of a topic the caller may hear. Rejects when the database cannot be asked. */
  mayHear(session: Session, topic: string): Promise<ReadonlySet<Extension>>
  maySpeak(session: Session, topic: string, extension: Extension): Promise<boolean>
}

const PROBE = 'insert into realtime.messages (topic, extension, event, payload, private) values ($1, $2, $3, $4, true)'

/** Thrown to roll back with an answer. */
class Answered extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('answered')
    this.value = value
  }
}

async function ask<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    await inTransaction(pool, {}, async (query) => {
      throw new Answered(await work(query))
    })
  } catch (error) {
    if (error instanceof Answered) return error.value as T
    throw error
  }
  throw new Error('a question was not rolled back')
}

/** From here on the statements run as the caller, and realtime.topic() names the topic. */
function becomeCaller(query: Query, session: Session, topic: string): void {
  const { text, values } = settingsStatement(session, { roleSettings: new Map([['realtime.topic', topic]]) })
  void query(text, values)
}

export function createAccess(pool: pg.Pool): Access {
  return {
    async mayHear(session, topic) {
      try {
        const rows = await ask(pool, async (query) => {
          for (const extension of ['broadcast', 'presence']) void query(PROBE, [topic, extension, null, null])
          becomeCaller(query, session, topic)
          return query<{ extension: Extension }>('select extension from realtime.messages where topic = $1', [topic])
        })
        return new Set(rows.map(({ extension }) => extension))
      } catch (error) {
        if (isDatabaseError(error) && error.severity !== 'FATAL') return new Set()
        throw error
      }
    },
    async maySpeak(session, topic, extension) {
      try {
        await ask(pool, async (query) => {
          becomeCaller(query, session, topic)
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
