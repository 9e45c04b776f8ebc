import { Client } from 'pg'
import { expect, test } from 'vitest'
import { OWN_WRITES } from './cache-policy.ts'
import { COLUMNS, columnsOf } from './list-reads.ts'
import { PUBLIC_TABLES } from './public-tables.ts'
import { createDatabase } from '../testing/database.ts'

test('the functions listed as private writes exist and change no table that visitors read', async () => {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ name: string; source: string }>(
      `select p.proname as name, pg_get_functiondef(p.oid) as source from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proname = any ($1) and p.provolatile = 'v' order by 1`,
      [[...OWN_WRITES]],
    )
    expect(rows.map(({ name }) => name)).toEqual([...OWN_WRITES].toSorted())
    const write = new RegExp(`(insert into|update|delete from) public\\.(${PUBLIC_TABLES.join('|')})\\b`, 'i')
    for (const { name, source } of rows) expect(source, name).not.toMatch(write)
  } finally {
    await owner.end()
    await database.drop()
  }
})

test('the tables that are cached are those whose changes are announced', async () => {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  try {
    await owner.connect()
    // bits of tgtype: insert 4, delete 8, update 16
    const { rows } = await owner.query<{ name: string; events: number }>(
      `select c.relname as name, bit_or(t.tgtype & 28)::integer as events
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid where f.proname like 'announce\\_%' group by 1`,
    )
    expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(PUBLIC_TABLES.toSorted().map((name) => ({ name, events: 28 })))
  } finally {
    await owner.end()
    await database.drop()
  }
})

test('every argument of the lists is known to change a list by a column or not at all', async () => {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ name: string; argument: string }>(
      `select p.proname as name, a.argument from pg_proc p, unnest(p.proargnames[1:p.pronargs]) a (argument)
       where p.pronamespace = 'public'::regnamespace and p.proname in ('list_products', 'product_facets')`,
    )
    expect(rows.length).toBe(23)
    for (const { name, argument } of rows) {
      const body = JSON.stringify({ [argument]: argument === 'p_sort' ? 'popular' : true })
      expect(columnsOf(`http://shop/rest/v1/rpc/${name}`, body), `${name} ${argument}`).not.toBeNull()
    }
    const { rows: sorts } = await owner.query<{ source: string }>("select pg_get_functiondef('public.list_products'::regproc) as source")
    const sorted = /case p_sort (.*?) end/s.exec(sorts[0]?.source ?? '')?.[1] ?? ''
    const names = [...sorted.matchAll(/when '(\w+)'/g)].map(([, sort]) => sort)
    expect(names.length).toBe(4)
    for (const sort of names) expect(columnsOf('http://shop/rest/v1/rpc/list_products', JSON.stringify({ p_sort: sort })), sort).not.toBeNull()
  } finally {
    await owner.end()
    await database.drop()
  }
})

test('every column that an announcement can name is known, or is one that only the error-tolerant search reads', async () => {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ source: string; ofClass: string[] }>(
      `select pg_get_functiondef('private.announce_product_update'::regproc) as source, private.columns_of_class(gen_random_uuid()) as "ofClass"`,
    )
    const named = /list_columns constant jsonb := '([^']+)'/.exec(rows[0]?.source ?? '')?.[1] ?? '{}'
    const columns = new Set([...Object.values(JSON.parse(named) as Record<string, string>), ...(rows[0]?.ofClass ?? [])])
    expect([...columns].toSorted()).toEqual([...COLUMNS, 'words'].toSorted())
  } finally {
    await owner.end()
    await database.drop()
  }
})
