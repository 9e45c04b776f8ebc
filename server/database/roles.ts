/** Passwords of the shop's database logins. They are derived, so that only the data key has to be stored. */
import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import type { DataKeys } from '#gateway/core/session.ts'
import { loginOf, withLogin } from '#postgres/address.ts'
import { databaseClient } from '#postgres/client.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { PostgresError } from './postgres-command.ts'

/** The shop's own logins, which its migrations create. `shop_callers` takes the role of the caller of a server function. */
export const SHOP_LOGINS = ['shop_callers', 'shop_orders', 'shop_mail', 'shop_payments'] as const

/** All logins that the running shop uses; the owner is not one of them. The others are the gateway's: on Supabase they are the project's. */
export const LOGIN_ROLES = [
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
  'supabase_replication_admin',
  ...SHOP_LOGINS,
] as const
export type LoginRole = (typeof LOGIN_ROLES)[number]

export function rolePassword(secret: string, role: string): string {
  return createHmac('sha256', secret).update(`database login ${role}`).digest('base64url')
}

/** The connection string of the same database for another login. */
export function urlAs(ownerUrl: string, role: LoginRole, secret: string): string {
  // Supabase's pooler finds the project by what follows the owner's name: `postgres.<ref>`.
  const project = /^postgres(\.[\w-]+)$/.exec(loginOf(ownerUrl))?.[1] ?? ''
  return withLogin(ownerUrl, role + project, rolePassword(secret, role))
}

/** Only a login with the REPLICATION attribute may alter this one; the owner of an external database may lack it. */
const REPLICATION: LoginRole = 'supabase_replication_admin'

/** Kept as a comment of each login: roles, their passwords and their comments belong to the server, whichever database the shop uses. */
const MARK = 'login of a shop with the keys '
export const markOf = (secret: string): string => MARK + createHmac('sha256', secret).update('mark of the logins').digest('hex').slice(0, 32)

/**
 * Gives the logins the passwords of these keys, once: afterwards only to logins that are new. Processes that start together on one
 * database wait for each other. `takesOver` sets all of them; an embedded database belongs to the keys beside it; `roles` are the logins
 * that the shop may alter.
 *
 * @param secrets while the key changes, several: the logins keep the passwords of the one that they have, so that the other processes
 *   go on, until a start takes them over
 * @returns the secret of the passwords
 * @throws PostgresError if the passwords belong to other keys: changing them would cut off the shop that has these
 */
export async function ensureLogins(
  ownerUrl: string,
  secrets: DataKeys,
  { takesOver, embedded = false, roles = LOGIN_ROLES }: { takesOver: boolean; embedded?: boolean; roles?: readonly LoginRole[] },
): Promise<string> {
  const client = databaseClient(ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('shop.logins'))")
    const { rows } = await client.query<{ role: LoginRole; mark: string | null }>(
      "select r.rolname as role, pg_catalog.shobj_description(r.oid, 'pg_authid') as mark from pg_catalog.pg_roles r where r.rolname = any($1)",
      [[...roles]],
    )
    const present = secrets.find((one) => rows.some((row) => row.mark === markOf(one)))
    const secret = takesOver || embedded ? secrets[0] : (present ?? secrets[0])
    const mark = markOf(secret)
    const known = new Set(secrets.map(markOf))
    if (!takesOver && !embedded && rows.some((row) => row.mark?.startsWith(MARK) && !known.has(row.mark))) {
      throw new PostgresError(
        'The logins of this PostgreSQL belong to a shop with other keys. Start with the same JWT_SECRET or DATA_KEY, or with the keys.json of that shop. If that shop is not used any more, or its key is to be replaced now, set TAKE_OVER_DATABASE=1 for one start.',
      )
    }
    for (const row of rows) if (takesOver || row.mark !== mark) await setPassword(client, row.role, secret, mark)
    await client.query('commit')
    return secret
  } finally {
    await client.end()
  }
}

async function setPassword(client: Client, role: LoginRole, secret: string, mark: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  await client.query('savepoint login')
  try {
    await client.query(`alter role ${name} with login password ${client.escapeLiteral(rolePassword(secret, role))}`)
    await client.query(`comment on role ${name} is ${client.escapeLiteral(mark)}`)
  } catch (error) {
    // Its password was set at creation, or realtime stays unavailable and the start says so.
    if (role !== REPLICATION || !hasSqlState(error, '42501')) throw error
    await client.query('rollback to savepoint login')
  }
}
