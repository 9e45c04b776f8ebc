import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrateShop } from '#server/database/migrations.ts'
import { createDatabase } from '#server/testing/database.ts'

/** The initial state of hosted Supabase: an owner that is no superuser, and default privileges that open everything in public. */
function hostedBeginning(owner: string, password: string): string {
  return `
    create role ${owner} login password '${password}' createrole createdb bypassrls;
    grant anon, authenticated, service_role, authenticator to ${owner} with admin option;
    do $$ begin execute format('grant create on database %I to ${owner}', current_database()); end $$;
    alter schema public owner to ${owner};
    alter schema extensions owner to ${owner};
    grant all on schema auth, storage to ${owner};
    grant all on all tables in schema auth, storage to ${owner};
    grant execute on all functions in schema auth, storage to ${owner};
    alter table storage.objects owner to ${owner};
    alter table storage.buckets owner to ${owner};
    alter publication supabase_realtime owner to ${owner};
    alter default privileges for role ${owner} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on functions to anon, authenticated, service_role;`
}

/** Every right of an API role or a service on the shop's tables, columns, functions and schemas, and every policy. */
const RIGHTS = `
  with roles (name) as (values ('anon'), ('authenticated'), ('shop_orders'), ('shop_mail'), ('shop_payments'), ('service_role'), ('public')),
  rights as (
    select c.oid::regclass::text as object, a.grantee, a.privilege_type from pg_class c, aclexplode(c.relacl) a where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all select t.attrelid::regclass || '.' || t.attname, a.grantee, a.privilege_type from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all select p.oid::regprocedure::text, a.grantee, a.privilege_type from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all select n.nspname, a.grantee, a.privilege_type from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'private')
  select object || ': ' || r.name || ' ' || privilege_type as "right" from rights join roles r on r.name = case grantee when 0 then 'public' else grantee::regrole::text end
  union all select tablename || ': ' || policyname || ' ' || cmd || roles::text || coalesce(qual, '') || coalesce(with_check, '') from pg_policies where schemaname in ('public', 'private', 'storage')
  order by 1`

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('on a hosted project the migrations need no superuser and give the same rights', async () => {
  const [embedded, hosted] = [await createDatabase('shop'), await createDatabase('gateway')]
  const owner = `hosted_${randomBytes(4).toString('hex')}`
  try {
    await ask(hosted.url, hostedBeginning(owner, 'x'))
    const url = new URL(hosted.url)
    ;[url.username, url.password] = [owner, 'x']
    expect(await migrateShop(url.toString())).not.toHaveLength(0)
    const rights = (await ask(hosted.url, RIGHTS)).map((row) => row['right'])
    expect(rights.length).toBeGreaterThan(500)
    expect(rights).toEqual((await ask(embedded.url, RIGHTS)).map((row) => row['right']))
    // a sign-up, written by the auth service, fires the shop's trigger
    await ask(hosted.url, "set role supabase_auth_admin; insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.in')")
    expect(await ask(hosted.url, 'select id from public.profiles')).toHaveLength(1)
  } finally {
    await hosted.drop()
    await ask(embedded.url, `drop owned by ${owner}; drop role ${owner}`)
    await embedded.drop()
  }
})
