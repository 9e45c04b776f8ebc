/** Passwords of the shop's database logins. They are derived, so that only the JWT secret has to be stored. */
import { createHmac } from 'node:crypto'
import { Client } from 'pg'
import { hasSqlState } from '#postgres/sql-state.ts'

/** All logins that the running shop uses; the owner is not one of them. */
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

/** The connection string of the same database for another login. */
export function urlAs(ownerUrl: string, role: LoginRole, secret: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(secret, role)
  return url.toString()
}

/** Only a login with the REPLICATION attribute may alter this one; the owner of an external database may lack it. */
const REPLICATION: LoginRole = 'supabase_replication_admin'

/** Sets the derived passwords of all existing logins. */
export async function setRolePasswords(ownerUrl: string, secret: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [[...LOGIN_ROLES]])
    for (const { rolname } of rows) {
      const password = client.escapeLiteral(rolePassword(secret, rolname))
      await client.query(`alter role ${client.escapeIdentifier(rolname)} with login password ${password}`).catch((error: unknown) => {
        // Its password was set at creation, or realtime stays unavailable and the start says so.
        if (rolname !== REPLICATION || !hasSqlState(error, '42501')) throw error
      })
    }
  } finally {
    await client.end()
  }
}
