import { Client, DatabaseError, escapeLiteral } from 'pg'
import type { QueryResult } from 'pg'
import { createDatabase } from '#server/testing/database.ts'
import { CATEGORY, CHILD_CATEGORY, DISCOUNT, ORDER, OTHER_ORDER, PEOPLE, PRODUCT, STAFF, layOutShop } from './scenario.ts'

/**
 * The person or login that acts. `admin` is the manager, `superAdmin` the owner, the staff of STAFF have the names of their roles;
 * `orderService` is its database login, `mailer` that of the mail queue worker, `owner` runs migrations and bypasses every rule.
 */
export type Person = 'visitor' | 'customer' | 'other' | 'admin' | 'superAdmin' | keyof typeof STAFF | 'orderService' | 'mailer' | 'server' | 'owner'

export type Refusal = { code: string; message: string; detail: string }

/** One transaction that ends with a rollback, in which several people can act in turn. */
export type Scratch = {
  as(person: Person): Promise<void>
  run(sql: string, values?: unknown[]): Promise<QueryResult<Record<string, unknown>>>
  /** Rows that the statement returns. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Expects a refusal and returns it; the transaction continues as if the statement had not been sent. */
  refused(sql: string, values?: unknown[]): Promise<Refusal>
}

export type Shop = { url: string; owner: Client; scratch<T>(work: (db: Scratch) => Promise<T>): Promise<T>; close(): Promise<void> }

const ROLES: Record<Person, string | null> = {
  visitor: 'anon',
  customer: 'authenticated',
  other: 'authenticated',
  admin: 'authenticated',
  superAdmin: 'authenticated',
  catalogue: 'authenticated',
  orders: 'authenticated',
  accounts: 'authenticated',
  orderService: 'shop_orders',
  mailer: 'shop_mail',
  server: 'service_role',
  owner: null,
}

/** A separate shop with the people and goods of scenario.ts. */
export async function openShop(): Promise<Shop> {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await layOutShop(owner)
  return {
    url: database.url,
    owner,
    scratch: (work) => scratch(owner, work),
    async close() {
      await owner.end()
      await database.drop()
    },
  }
}

export async function scratch<T>(client: Client, work: (db: Scratch) => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work(scratchOn(client))
  } finally {
    await client.query('rollback')
  }
}

/** The statements that make the rest of a transaction this person's. */
export function becoming(person: Person): string {
  const role = ROLES[person]
  const sub = { ...PEOPLE, ...STAFF }[person as keyof typeof PEOPLE | keyof typeof STAFF]
  const claims = role === 'anon' || role === 'authenticated' || role === 'service_role' ? JSON.stringify({ role, sub }) : ''
  return `reset role; select set_config('request.jwt.claims', ${escapeLiteral(claims)}, true)${role ? `; set local role ${role}` : ''}`
}

export function scratchOn(client: Client): Scratch {
  const run: Scratch['run'] = (sql, values) => client.query(sql, values)
  return {
    run,
    as: async (person) => void (await client.query(becoming(person))),
    rows: async (sql, values) => (await run(sql, values)).rows,
    async refused(sql, values) {
      await client.query('savepoint attempt')
      try {
        await run(sql, values)
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        await client.query('rollback to savepoint attempt')
        return { code: error.code ?? '', message: error.message, detail: error.detail ?? '' }
      }
      throw new Error(`It was not refused: ${sql}`)
    },
  }
}

export { CATEGORY, CHILD_CATEGORY, DISCOUNT, ORDER, OTHER_ORDER, PEOPLE, PRODUCT, STAFF }
