/** The shop's database on a Supabase project: its migrations, applied by the official CLI, need no more rights than a project gives. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderingIn } from '#functions/testing/ordering.ts'
import { openShop as openOrdering } from '#functions/testing/shop.ts'
import { readConfig, type Config } from '#server/config.ts'
import { checkSchema } from '#server/database/check-schema.ts'
import { openDatabase, type ShopDatabase } from '#server/database/database.ts'
import { PostgresError } from '#server/database/postgres-command.ts'
import { migrateDatabase } from '#server/database/prepare-database.ts'
import { createDatabase } from '#server/testing/database.ts'
import { startSupabaseProject, type SupabaseProject } from '#server/testing/supabase-project.ts'
import { MATRIX } from './access-matrix.ts'
import { expectedOf, outcomesOf } from './access/outcomes.ts'
import { hireStaff, layOutShop } from './scenario.ts'
import { ORDER } from './shop.ts'

const SECRET = 'the secret of a shop on a project'

/** Every right of an API role or a service on the shop's tables, columns, functions and schemas, and every policy. */
const RIGHTS = `
  with roles (name) as (values ('anon'), ('authenticated'), ('shop_callers'), ('shop_orders'), ('shop_mail'), ('shop_payments'), ('service_role'), ('public')),
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

let project: SupabaseProject
beforeAll(async () => {
  project = await startSupabaseProject()
}, 120_000)
afterAll(() => project.stop())

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const config = (): Config =>
  readConfig(
    {
      DATABASE_URL: project.url,
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdef',
      SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
    },
    { dev: false },
  )

/** Opens the database as the start of a shop does. */
function open(): Promise<ShopDatabase> {
  return openDatabase(
    config(),
    [SECRET],
    () => undefined,
    (_what, work) => work(),
  )
}

test('before the first push the start is refused with the command that is missing, and changes nothing', async () => {
  await expect(open()).rejects.toThrow(
    /^The database of this Supabase project lacks \d+ migrations of this shop, from 20261124000000 on: run `supabase db push --db-url …` or `npm run migrate`\.$/,
  )
  expect(await ask(project.url, "select nspname from pg_namespace where nspname in ('gateway', 'supabase_migrations')")).toEqual([])
})

test('without SUPABASE_URL neither a start nor `npm run migrate` touches the database of a project', async () => {
  const sentence = /^The database that DATABASE_URL names has accounts of another auth service: if it is that of a Supabase project, set SUPABASE_URL/
  await expect(migrateDatabase(project.url, { supabase: undefined })).rejects.toThrow(sentence)
  await expect(migrateDatabase(project.url, { supabase: undefined })).rejects.toBeInstanceOf(PostgresError)
  expect(await ask(project.url, "select nspname from pg_namespace where nspname in ('gateway', 'supabase_migrations')")).toEqual([])
})

test('the official CLI applies all migrations as an owner that is no superuser, and finds nothing more to do', async () => {
  expect(await project.push()).toContain('Finished supabase db push')
  expect(await project.push()).toContain('up to date')
  expect(await migrateDatabase(project.url, config()), 'npm run migrate').toEqual([])
  expect(await checkSchema(project.url, true), 'what the CLI records has the checksums of the files').toBeUndefined()
}, 120_000)

test('the owner of a project can do no more here than there', async () => {
  for (const role of ['supabase_auth_admin', 'supabase_storage_admin', 'authenticator']) {
    await expect(ask(project.url, `alter role ${role} password 'x'`), role).rejects.toMatchObject({ code: '42501' })
  }
  await expect(ask(project.url, 'create table auth.mine ()')).rejects.toMatchObject({ code: '42501' })
})

test('a pushed schema that lacks a migration, or has one of a newer shop, is refused', async () => {
  const last = "(select max(version) from supabase_migrations.schema_migrations where version < '2099')"
  const [row] = await ask(project.url, `delete from supabase_migrations.schema_migrations where version = ${last} returning version`)
  await expect(checkSchema(project.url, true)).rejects.toThrow(`lacks 1 migration of this shop, from ${String(row?.['version'])} on: run`)
  await ask(project.url, `insert into supabase_migrations.schema_migrations (version) values ('${String(row?.['version'])}'), ('20990101000000')`)
  await expect(checkSchema(project.url, true)).rejects.toThrow(
    /^The database has the schema of a newer shop, 20990101000000; this one knows it up to \d{14}: start the newer one\.$/,
  )
  await ask(project.url, "delete from supabase_migrations.schema_migrations where version = '20990101000000'")
  expect(await checkSchema(project.url, true)).toBeUndefined()
})

test('the rights are those of an embedded database', async () => {
  const embedded = await createDatabase('shop')
  try {
    const rights = (await ask(project.url, RIGHTS)).map((row) => row['right'])
    expect(rights.length).toBeGreaterThan(500)
    expect(rights).toEqual((await ask(embedded.url, RIGHTS)).map((row) => row['right']))
  } finally {
    await embedded.drop()
  }
})

test('an account that the auth service writes gets its profile', async () => {
  await ask(project.superuserUrl, "set role supabase_auth_admin; insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.in')")
  expect(await ask(project.url, "select p.id from public.profiles p join auth.users u using (id) where u.email = 'a@example.in'")).toHaveLength(1)
})

test('an API key gets an account there, and is found, on the logins of the shop', async () => {
  const database = await open()
  try {
    const owner = '00000000-0000-4000-8000-00000000beef'
    await ask(
      project.superuserUrl,
      `insert into auth.users (id, email) values ('${owner}', 'owner@example.in'); insert into public.user_roles values ('${owner}', 'owner')`,
    )
    const login = database.urlFor('shop_orders')
    const [made] = await ask(login, `select refusal, key from private.create_api_key('${owner}', 'ERP', 'orders', 30, sha256('x'), '1234')`)
    expect(made).toEqual({ refusal: null, key: expect.any(String) })
    expect(await ask(login, "select account, problem from private.find_api_key(sha256('x'))")).toEqual([{ account: made?.['key'], problem: null }])
    expect(await ask(project.url, `select from public.profiles where id = '${String(made?.['key'])}'`)).toEqual([])
    await ask(project.superuserUrl, `delete from auth.users where id in ('${owner}', '${String(made?.['key'])}')`)
  } finally {
    await database.stop()
  }
})

test('an order is placed on the logins of the shop', async () => {
  const database = await open()
  const shop = openOrdering({ url: project.url, urlFor: database.urlFor, drop: database.stop })
  const { order, stockOf } = orderingIn(() => shop)
  const buyer = await shop.person()
  const cream = await shop.product({ stock: 10 })
  await shop.fillCart(buyer, { [cream]: 2 })
  const { status, body } = await order(buyer, { expected_total: 300 })
  const seen = await shop.context(buyer).asUser((query) => query('select id from public.orders'))
  const left = await stockOf(cream)
  await shop.close()
  expect({ status, body, seen, left }).toEqual({
    status: 200,
    body: expect.objectContaining({ order: expect.anything() }),
    seen: [{ id: body.order?.id }],
    left: 8,
  })
})

test('everybody may do what the access matrix says', async () => {
  const owner = new Client({ connectionString: project.superuserUrl })
  await owner.connect()
  try {
    await owner.query("select set_config('storage.allow_delete_query', 'true', false)")
    await layOutShop(owner)
    await hireStaff(owner)
    await owner.query('select private.issue_invoice($1)', [ORDER])
    await owner.query("select private.keep_document_files((select d.file_id from public.documents d where d.order_id = $1 limit 1), 'all', '%PDF-', '%PDF-')", [
      ORDER,
    ])
    for (const entry of Object.values(MATRIX).flat()) {
      const { owner: possible, ...others } = await outcomesOf(owner, entry)
      expect(possible, entry.sql).toBeGreaterThan(0)
      expect(others, entry.sql).toEqual(expectedOf(entry))
    }
  } finally {
    await owner.end()
  }
}, 120_000)
