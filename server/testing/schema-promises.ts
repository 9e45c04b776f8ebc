/** What a schema promises to the code that uses it: columns and which of them may be left out, values of types, functions with their results, and rights. */
import type { Client } from 'pg'

const OF_SHOP = `select oid, nspname from pg_namespace where nspname in ('public', 'private', 'auth', 'storage', 'realtime')`
const PROMISES = `
with schemas as (${OF_SHOP})
select format('column %s.%s.%s %s', s.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)) as promise
  from pg_class c join schemas s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and a.attnum > 0 and not a.attisdropped
union all
select format('optional %s.%s.%s', s.nspname, c.relname, a.attname)
  from pg_class c join schemas s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and (not a.attnotnull or a.atthasdef or a.attidentity <> '')
union all
select format('function %s.%s(%s) %s', s.nspname, p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid))
  from pg_proc p join schemas s on s.oid = p.pronamespace where p.prorettype <> 'trigger'::regtype
union all
select format('value %s.%s %s', s.nspname, t.typname, e.enumlabel) from pg_enum e join pg_type t on t.oid = e.enumtypid join schemas s on s.oid = t.typnamespace
union all
select format('right %s %s.%s %s', g.grantee::regrole, s.nspname, c.relname, g.privilege_type)
  from pg_class c join schemas s on s.oid = c.relnamespace cross join aclexplode(c.relacl) g where g.grantee <> c.relowner and g.grantee <> 0 and not c.relispartition
union all
select format('right %s %s.%s.%s %s', g.grantee::regrole, s.nspname, c.relname, a.attname, g.privilege_type)
  from pg_class c join schemas s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid cross join aclexplode(a.attacl) g where not a.attisdropped
union all
select format('right %s %s.%s(%s) %s', g.grantee::regrole, s.nspname, p.proname, pg_get_function_identity_arguments(p.oid), g.privilege_type)
  from pg_proc p join schemas s on s.oid = p.pronamespace cross join aclexplode(p.proacl) g
  where g.grantee <> p.proowner and g.grantee <> 0 and p.prorettype <> 'trigger'::regtype`

export async function schemaPromises(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ promise: string }>(PROMISES)
  return new Set(rows.map(({ promise }) => promise))
}
