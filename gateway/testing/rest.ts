import { PostgrestClient } from '@supabase/postgrest-js'
import { openPool } from '#postgres/pool.ts'
import { openSchemaCache, type Log } from '../core/schema-cache.ts'
import type { Claims } from '../core/jwt.ts'
import type { Session } from '../core/session.ts'
import { createRestHandler, type RestHandler } from '../rest/handler.ts'
import type { LaneName, RestCaller, LaneShare } from '../rest/execute/lanes.ts'
import { createGatewayDatabase, type TestDatabase } from './database.ts'
import { LIBRARY, READER } from './library.ts'

export function sessionOf(claims: Claims & { role: string }): Session {
  return { role: claims.role, claims, claimsText: JSON.stringify(claims), token: null }
}

export const ANON = sessionOf({ role: 'anon' })
export const USER = sessionOf({ role: 'authenticated', sub: READER })
export const SERVICE = sessionOf({ role: 'service_role' })

export type Library = {
  database: TestDatabase
  handler: RestHandler
  logged: Parameters<Log>[0][]
  reload(): Promise<void>
  /** Restores the initial rows; new rows start at id 101. */
  reset(): Promise<void>
  /** The official client, with a fetch that is handled in this process. */
  client(session: Session, caller?: RestCaller): PostgrestClient
  /** A plain request; `path` is relative to /rest/v1, `caller` is its origin. */
  request(session: Session, path: string, init?: RequestInit, caller?: RestCaller): Promise<Response>
  close(): Promise<void>
}

const ORIGIN = 'http://localhost:3000/rest/v1'

/** Opens the library behind the real handler, with its own database. */
export async function openLibrary(
  options: { maxRows?: number | null; connections?: number; statementTimeout?: number; shares?: Partial<Record<LaneName, LaneShare>> } = {},
): Promise<Library> {
  const database = await createGatewayDatabase()
  await database.prepare(LIBRARY)
  const databaseUrl = database.urlFor('authenticator')
  const pool = openPool(databaseUrl, { max: options.connections ?? 4 })
  const logged: Parameters<Log>[0][] = []
  const log: Log = (entry) => void logged.push(entry)
  const schemaCache = await openSchemaCache({ pool, listenUrl: databaseUrl, schemas: ['public'], log })
  const { maxRows, statementTimeout, shares } = options
  const pools = { pages: pool, visitors: pool, users: pool }
  const handler = createRestHandler({ pools, shares, schemaCache, schemas: ['public'], log, maxRows, statementTimeout })
  const request: Library['request'] = (session, path, init, caller) => handler(new Request(`${ORIGIN}${path}`, init), session, caller)
  return {
    database,
    handler,
    logged,
    request,
    reload: () => schemaCache.reload(),
    async reset() {
      const inserts = LIBRARY.match(/insert into public\.(?!"odd)[\s\S]*?;/g) ?? []
      await database.prepare(
        `truncate public.publishers, public.authors, public.books, public.covers, public.tags, public.book_tags, public.loans restart identity cascade; ${inserts.join('\n')}
         select setval('public.books_id_seq', 100), setval('public.authors_id_seq', 100);`,
      )
    },
    client: (session, caller) => new PostgrestClient(ORIGIN, { fetch: async (input, init) => handler(new Request(input, init), session, caller) }),
    async close() {
      await schemaCache.close()
      await pool.end()
      await database.drop()
    },
  }
}
