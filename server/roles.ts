/** Passwords of the database logins the shop uses. They are derived, so that nothing but the JWT secret has to be kept. */
import { createHmac } from 'node:crypto'
import { Client } from 'pg'
import { hasSqlState } from '#postgres/sql-state.ts'

/** Every login the running shop opens; the owner is not among them. */
export const LOGIN_ROLES = [
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
  'supabase_replication_admin',
  'shop_orders',
  'shop_mail',
  'shop_payments',
] as const
export type LoginRole = (typeof LOGIN_ROLES)[number]

export function rolePassword(secret: string, role: string): string {
  return createHmac('sha256', secret).update(`database login ${role}`).digest('base64url')
}

/** The same database, opened as another login. */
export function urlAs(ownerUrl: string, role: LoginRole, secret: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(secret, role)
  return url.toString()
}

/** PostgreSQL lets only a login of this attribute alter another; the owner of somebody's database may lack it. */
const REPLICATION: LoginRole = 'supabase_replication_admin'

/** Sets the derived passwords on those of the logins that exist. */
export async function setRolePasswords(ownerUrl: string, secret: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [[...LOGIN_ROLES]])
    for (const { rolname } of rows) {
      const password = client.escapeLiteral(rolePassword(secret, rolname))
      await client.query(`alter role ${client.escapeIdentifier(rolname)} with login password ${password}`).catch((error: unknown) => {
        // It was given the password when it was made, or the stream of changes stays shut and the start says so.
        if (rolname !== REPLICATION || !hasSqlState(error, '42501')) throw error
      })
    }
  } finally {
    await client.end()
  }
}
