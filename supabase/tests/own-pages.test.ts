/** The owner's pages: who reads what, their bounds, their order and their history (docs/decisions/0075-own-pages.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPageSlug, LONGEST_PAGE_DESCRIPTION, LONGEST_PAGE_TITLE, MOST_OWN_PAGES } from '#domain/shop/own-page.ts'
import { LONGEST_PAGE } from '#domain/text/page-text.ts'
import { openShop, PEOPLE } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const ADD = 'insert into public.own_pages (slug, title, description, body, is_published) values ($1, $2, $3, $4, $5) returning id'
const add = async (db: Scratch, slug: string, published = true): Promise<string> => String((await db.rows(ADD, [slug, 'x', 'y', 'z', published]))[0]?.['id'])
const slugs = async (db: Scratch) => (await db.rows('select slug from public.own_pages order by display_order, id')).map(({ slug }) => slug)

test('a draft is read by staff who may write it, and by no one else', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await add(db, 'faq')
    await add(db, 'draft', false)
    expect(await slugs(db)).toHaveLength(2)
    for (const person of ['visitor', 'customer'] as const) {
      await db.as(person)
      expect(await slugs(db), person).toEqual(['faq'])
    }
  })
})

test('a closed shop hides them from visitors and customers, not from staff', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await add(db, 'faq')
    await db.as('owner')
    await db.run('update public.settings set is_open = false')
    for (const [person, seen] of [
      ['visitor', []],
      ['customer', []],
      ['admin', ['faq']],
    ] as const) {
      await db.as(person)
      expect(await slugs(db), person).toEqual(seen)
    }
  })
})

test('an address is one that the form accepts, and no two pages have the same', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const slug of ['a', 'how-to-order-2', 'x'.repeat(60), '', '-a', 'a-', 'a--b', 'A', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(61)]) {
      if (isPageSlug(slug)) await add(db, slug)
      else expect(await db.refused(ADD, [slug, 'x', 'y', 'z', true]), slug).toMatchObject({ code: '23514' })
    }
    expect(await db.refused(ADD, ['a', 'x', 'y', 'z', false])).toMatchObject({ code: '23505', message: expect.stringContaining('own_pages_slug_key') })
  })
})

test('texts are bounded as in the form', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run(ADD, ['longest', 'x'.repeat(LONGEST_PAGE_TITLE), 'x'.repeat(LONGEST_PAGE_DESCRIPTION), 'x'.repeat(LONGEST_PAGE), true])
    for (const [title, description, body] of [
      [' ', 'y', 'z'],
      ['x'.repeat(LONGEST_PAGE_TITLE + 1), 'y', 'z'],
      ['two\nlines', 'y', 'z'],
      ['x', '', 'z'],
      ['x', 'y'.repeat(LONGEST_PAGE_DESCRIPTION + 1), 'z'],
      ['x', 'two\nlines', 'z'],
      ['x', 'y', ''],
      ['x', 'y', 'z'.repeat(LONGEST_PAGE + 1)],
    ])
      expect(await db.refused(ADD, ['refused', title, description, body, true])).toMatchObject({ code: '23514' })
  })
})

test('a shop has at most fifty of them', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run(`insert into public.own_pages (slug, title, description, body) select 'page-' || n, 'x', 'y', 'z' from generate_series(1, $1::int) n`, [
      MOST_OWN_PAGES,
    ])
    const refusal = await db.refused(ADD, ['one-more', 'x', 'y', 'z', true])
    expect(refusal.code).toBe('PT409')
    expect(JSON.parse(refusal.detail)).toEqual({ code: 'TOO_MANY_PAGES', limit: MOST_OWN_PAGES })
    await db.run("delete from public.own_pages where slug = 'page-1'")
    await add(db, 'one-more')
  })
})

test('arranging sorts all pages as listed, refuses an incomplete list, and makes no open form stale', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const ids = [await add(db, 'a'), await add(db, 'b', false), await add(db, 'c')]
    const [first = '', ...others] = ids
    await db.run('select public.arrange_own_pages($1)', [[...others, first]])
    expect(await slugs(db)).toEqual(['b', 'c', 'a'])
    expect(await db.rows('select distinct version from public.own_pages')).toEqual([{ version: 1 }])
    const stale = { code: 'PT409', detail: '{"code":"STALE"}' }
    expect(await db.refused('select public.arrange_own_pages($1)', [others])).toMatchObject(stale)
    expect(await db.refused('select public.arrange_own_pages($1)', [[...others, others[0]]])).toMatchObject(stale)
    await db.run("update public.own_pages set title = 'Changed' where id = $1", [first])
    expect(await db.rows('select version from public.own_pages where id = $1', [first])).toEqual([{ version: 2 }])
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer'])('a %s cannot arrange them', async (person) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await add(db, 'a')
    await db.as(person)
    expect(await db.refused('select public.arrange_own_pages($1)', [[id]])).toMatchObject({ code: '42501' })
  })
})

test('the audit log has who added, changed and deleted a page', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await add(db, 'faq', false)
    await db.run('update public.own_pages set is_published = true where id = $1', [id])
    await db.run('delete from public.own_pages where id = $1', [id])
    const lines = await db.rows(
      "select actor, action, changes -> 'is_published' as published from public.audit_log where table_name = 'own_pages' and row_id = $1 order by id",
      [id],
    )
    expect(lines).toEqual([
      { actor: PEOPLE.admin, action: 'insert', published: [null, false] },
      { actor: PEOPLE.admin, action: 'update', published: [false, true] },
      { actor: PEOPLE.admin, action: 'delete', published: [true, null] },
    ])
  })
})
