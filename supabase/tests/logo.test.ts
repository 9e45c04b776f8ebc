import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const version = async (db: Scratch): Promise<unknown> => (await db.rows('select version from public.settings'))[0]?.['version']
const set = async (db: Scratch, by: string, variant: string, png: string | null, at?: unknown) =>
  db.run('select private.set_logo($1, $2, $3, convert_to($4, $6), convert_to($5, $6), 300, 100)', [
    by,
    at ?? (await version(db)),
    variant,
    png,
    png && `small ${png}`,
    'UTF8',
  ])
const logos = async (db: Scratch) => (await db.rows('select logo, logo_dark from public.settings'))[0]
const file = async (db: Scratch, name: string, small = false) =>
  (await db.rows('select convert_from(public.logo_file($1, $2), $3) as file', [name, small, 'UTF8']))[0]?.['file']
const nameOf = (logo: unknown) => (logo as { version: string }).version

describe('a logo', () => {
  test('is set with its size, has another name than the one before, and the old file is deleted', async () => {
    await shop.scratch(async (db) => {
      await set(db, PEOPLE.admin, 'light', 'one')
      const first = nameOf((await logos(db))?.['logo'])
      expect([await file(db, first), await file(db, first, true)]).toEqual(['one', 'small one'])
      await set(db, PEOPLE.admin, 'dark', 'night')
      await set(db, PEOPLE.admin, 'light', 'two')
      const now = await logos(db)
      expect(now).toMatchObject({ logo: { width: 300, height: 100 }, logo_dark: { width: 300, height: 100 } })
      expect([nameOf(now?.['logo']) === first, await file(db, first), await file(db, nameOf(now?.['logo_dark']))]).toEqual([false, null, 'night'])
      expect(await db.rows("select actor from public.audit_log where table_name = 'settings' and changes ? 'logo'")).toEqual([
        { actor: PEOPLE.admin },
        { actor: PEOPLE.admin },
      ])
      await set(db, PEOPLE.admin, 'light', null)
      expect((await logos(db))?.['logo']).toBeNull()
      expect(await db.rows('select count(*)::int as files from private.logo_files')).toEqual([{ files: 1 }])
    })
  })

  test('is refused from who may not change the settings, over a newer version, and for another purpose', async () => {
    await shop.scratch(async (db) => {
      for (const by of [PEOPLE.customer, '00000000-0000-4000-8000-00000000abcd']) {
        const refused = await db.refused('select private.set_logo($1, $2, $3, null, null, null, null)', [by, await version(db), 'light'])
        expect(refused).toMatchObject({ code: '42501' })
      }
      const call = 'select private.set_logo($1, $2, $3, null, null, null, null)'
      expect(await db.refused(call, [PEOPLE.admin, 0, 'light'])).toMatchObject({ code: 'PT409' })
      expect(await db.refused(call, [PEOPLE.admin, await version(db), 'pink'])).toMatchObject({ code: '22023' })
    })
  })

  test('is read by visitors, and set by no one directly', async () => {
    await shop.scratch(async (db) => {
      await set(db, PEOPLE.admin, 'light', 'one')
      const name = nameOf((await logos(db))?.['logo'])
      await db.as('visitor')
      expect(await file(db, name)).toBe('one')
      expect(await db.refused('select private.set_logo($1, 1, $2, null, null, null, null)', [PEOPLE.admin, 'light'])).toMatchObject({ code: '42501' })
    })
  })
})
