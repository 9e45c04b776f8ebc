import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedOf, outcomesOf } from './access/outcomes.ts'
import { MATRIX } from './access-matrix.ts'
import { hireStaff } from './scenario.ts'
import { ORDER, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
  await shop.owner.query('select private.issue_invoice($1)', [ORDER])
  await shop.owner.query(
    "select private.keep_document_files((select d.file_id from public.documents d where d.order_id = $1 limit 1), 'all', '%PDF-', '%PDF-')",
    [ORDER],
  )
})
afterAll(() => shop.close())

describe.each(Object.entries(MATRIX))('%s', (_table, cases) => {
  test.each(cases.map((entry) => [entry.sql, entry] as const))('%s', async (_sql, entry) => {
    const { owner, ...others } = await outcomesOf(shop.owner, entry)
    expect(owner, 'the owner').toBeGreaterThan(0)
    expect(others).toEqual(expectedOf(entry))
  })
})

test('the matrix names every table and every verb', async () => {
  const { rows } = await shop.owner.query<{ name: string }>(
    "select relnamespace::regnamespace || '.' || relname as name from pg_class where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)",
  )
  expect(Object.keys(MATRIX).sort()).toEqual(rows.map((row) => row.name).sort())
  for (const [table, cases] of Object.entries(MATRIX)) {
    expect([...new Set(cases.map((entry) => entry.verb))].sort(), table).toEqual(['delete', 'insert', 'select', 'update'])
  }
})

test('the server role passes the policies of every exposed table and reaches nothing private', async () => {
  for (const table of Object.keys(MATRIX)) {
    await shop.scratch(async (db) => {
      await db.as('server')
      if (table.startsWith('public.')) await db.rows(`select from ${table} limit 1`)
      else expect(await db.refused(`select from ${table}`)).toMatchObject({ code: '42501' })
    })
  }
})
