/**
 * `npm run permissions`: writes docs/permissions.md from private.role_permissions and from the policies and functions that check
 * permissions. A test fails while the page is older than the migrations.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { isPermission, PERMISSIONS, ROLES } from '#domain/shop/staff.ts'

type Asked = { permission: string; roles: string[]; tables: string[] | null; functions: string[] | null }

const ASKED = `
  with questions as (
    select (regexp_matches(pg_get_functiondef(p.oid), '(?:may|staff_may)\\((?:\\w+, )?''([a-z.]+)''', 'g'))[1] as permission,
      null as relation, p.pronamespace::regnamespace || '.' || p.proname as function
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f' and p.prosrc ~ '(may|staff_may)\\('
    union
    select (regexp_matches(coalesce(qual, '') || coalesce(with_check, ''), 'may\\((?:\\w+, )?''([a-z.]+)''', 'g'))[1],
      schemaname || '.' || tablename || ': ' || case cmd when 'ALL' then 'all' else lower(cmd) end, null
    from pg_policies)
  select p.permission, array_agg(distinct p.role) as roles,
    array_agg(distinct q.relation order by q.relation) filter (where q.relation is not null) as tables,
    array_agg(distinct q.function order by q.function) filter (where q.function is not null) as functions
  from private.role_permissions p left join questions q using (permission) group by 1`

const code = (names: string[] | null): string => (names === null ? '–' : names.map((name) => `\`${name}\``).join(', '))

export async function generatePermissions(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Asked>(ASKED)
    const known = Object.keys(PERMISSIONS)
    const asked = rows.toSorted((a, b) => known.indexOf(a.permission) - known.indexOf(b.permission))
    const matrix = asked.map(({ permission, roles }) => {
      const sentence = isPermission(permission) ? PERMISSIONS[permission] : ''
      return `| \`${permission}\` | ${sentence} | ${ROLES.map((role) => (roles.includes(role) ? 'yes' : '–')).join(' | ')} |`
    })
    return `<!-- written by \`npm run permissions\` from the migrations; do not edit -->

# Who may do what in the back office

A person of the staff has one role (\`user_roles\`), a role is a list of permissions (\`private.role_permissions\`), and policies and functions ask for a permission: \`private.may('…')\`. The database decides; screens only follow (\`my_permissions()\`). \`may\` is false for a blocked account, for a token whose session was ended, and, while the owner demands a second factor of the staff, for a session without one. An [API key](api-keys.md) has a role too, never that of an owner.

| Permission | What for | ${ROLES.join(' | ')} |
|---|---|${ROLES.map(() => '---').join('|')}|
${matrix.join('\n')}

\`has_role(user, 'admin')\` is true for every role, \`has_role(user, 'super_admin')\` for an owner.

What belongs to \`owner.settings\` and \`staff.manage\` is changed by server functions that ask for the password again, and for the second factor where the owner has one (\`functions/owner\`); all owners get a mail about it, through the mail server that held before.

An order shows its own amounts to staff who process it, because they are on the invoice in the parcel and are collected at the door. Sums over orders, cost and figures need \`analytics.read\`; the dashboard and the search leave out what the caller may not see.

## Where each is asked

| Permission | Policies of tables | Functions |
|---|---|---|
${asked.map(({ permission, tables, functions }) => `| \`${permission}\` | ${code(tables)} | ${code(functions)} |`).join('\n')}

## Tests

- Every table × verb × role, allowed and denied: \`supabase/tests/access-matrix.test.ts\`
- Every function × role, ended sessions, blocks, second factor, and that nothing asks for a role instead: \`supabase/tests/permissions.test.ts\`
- Roles, invitations and what an owner proves: \`supabase/tests/people.test.ts\`, \`supabase/tests/withdrawn-invites.test.ts\`, \`functions/owner/owner.db.test.ts\`, \`functions/set-role/set-role.db.test.ts\`
- Each role in the browser: \`e2e/admin/staff.spec.ts\`
`
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const { startPostgres } = await import('#server/database/postgres.ts')
  const { migrateGateway, migrateShop } = await import('#server/database/migrations.ts')
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-permissions-'))
  const server = await startPostgres({ dataDir: path.join(folder, 'pg'), durable: false })
  try {
    await migrateGateway(server.urlFor('postgres'))
    await migrateShop(server.urlFor('postgres'))
    await writeFile(path.join(import.meta.dirname, '../docs/permissions.md'), await generatePermissions(server.urlFor('postgres')))
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
