import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchTokens } from '#domain/text/search-tokens.ts'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
const GOODS: [name: string, brand: string, genericName: string | null, description: string | null, sold: number, status?: string][] = [
  ['Kumkum Matte Lipstick', 'Laali', 'Lipstick', 'The red of a bride’s bindi.', 90],
  ['Mulberry Satin Lipstick', 'Laali', 'Lipstick', null, 40],
  ['Coral Lip Balm', 'Vasant', 'Lip balm', 'Goes well with any lipstick.', 500],
  ['Reetha Shampoo', 'Vasant', 'Shampoo', 'With amla.', 70],
  ['Deep Kajal Pencil', 'Noor', 'Kajal', null, 60],
  ['Crème Brûlée Body Butter', 'L’Oréal', null, null, 10],
  ['Shea Creme', 'Noor', null, null, 5],
  ['शैम्पू आंवला', 'वसंत', 'शैम्पू', 'बालों के लिए', 3],
  ['Serum 30ml', 'Noor', 'Serum', null, 2],
  ["O'Neill 100% \\ Balsam", 'A&B', null, null, 1],
  ['Hidden Zinnia Toner', 'Secretique', null, null, 900, 'draft'],
  ['Old Zinnia Mist', 'Secretique', null, null, 900, 'archived'],
]

beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query(
    `insert into public.products (name, brand, generic_name, description, units_sold, status, price)
     select g ->> 0, g ->> 1, g ->> 2, g ->> 3, (g ->> 4)::integer, coalesce(g ->> 5, 'active'), 10 from jsonb_array_elements($1) g`,
    [JSON.stringify(GOODS)],
  )
  await shop.owner.query('select private.rank_products(), private.refresh_search()')
})
afterAll(() => shop.close())

const found = async (db: Scratch, tokens: unknown, limit = 6): Promise<string[]> =>
  (await db.rows('select name from public.suggest_products($1, $2)', [tokens, limit])).map((row) => String(row['name']))
const suggested = (typed: string, limit?: number): Promise<string[]> =>
  shop.scratch(async (db) => {
    await db.as('visitor')
    return found(db, searchTokens(typed), limit)
  })

test('SQL and TypeScript split any text into the same words', async () => {
  // Leaves out code points that Unicode has not assigned: in SQL they count as letters, so that a later Unicode needs no migration.
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'Ž', 'é', 'e\u0301', 'क', '्', 'ी', '\u200d', '़', ' ', '-', '½', 'ﬁ', 'ﷺ', '’', '_', '५', '.') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      const assigned = texts.map((one) => one.replaceAll(/\p{Cn}|\p{Cs}|\0/gu, ' '))
      const { rows } = await shop.owner.query<{ t: string; tokens: string[] }>(
        'select t, private.search_tokens(t) as tokens from unnest($1::text[]) t where unicode_assigned(t)',
        [assigned],
      )
      expect(rows.length).toBeGreaterThan(20)
      for (const row of rows) expect([...new Set(row.tokens)]).toEqual(searchTokens(row.t, Infinity))
    }),
    { numRuns: 20 },
  )
})

test('SQL and TypeScript treat every character alike', async () => {
  const letters: string[] = []
  const others: string[] = []
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (/[\p{L}\p{N}\p{M}]/u.test(letter)) letters.push(letter)
    else if (!/[\p{Cn}\p{Cs}]/u.test(letter) && searchTokens(letter).length === 0) others.push(letter)
  }
  // Only letters that both versions of Unicode know: a new letter may have another normal form.
  const known = await shop.owner.query<{ letter: string }>('select letter from unnest($1::text[]) letter where unicode_assigned(letter)', [letters])
  const asked = known.rows.map(({ letter }) => letter)
  const { rows } = await shop.owner.query<{ same: boolean; between: string[] }>(
    'select private.search_tokens($1) = $2::text[] as same, private.search_tokens($3) as between',
    [asked.join(' '), asked.flatMap((letter) => searchTokens(letter)), others.join('')],
  )
  expect(asked.length).toBeGreaterThan(100_000)
  expect(rows).toEqual([{ same: true, between: [] }])
})

test('the beginning of a word is enough, the most bought products first', async () => {
  expect(await suggested('lipst')).toEqual(['Kumkum Matte Lipstick', 'Mulberry Satin Lipstick', 'Coral Lip Balm'])
  expect(await suggested('SHAMP')).toEqual(['Reetha Shampoo', 'शैम्पू आंवला'])
  expect(await suggested('lip', 1)).toEqual(['Coral Lip Balm'])
})

test('a match in the name counts more than sales of a match in the description', async () => {
  expect((await suggested('lipstick'))[0]).toBe('Kumkum Matte Lipstick')
})

test.each([
  ['lipstik', 'Kumkum Matte Lipstick'],
  ['lpistick', 'Kumkum Matte Lipstick'],
  ['ipstick', 'Kumkum Matte Lipstick'],
  ['lippsti', 'Kumkum Matte Lipstick'],
  ['shampo', 'Reetha Shampoo'],
  ['shmapoo', 'Reetha Shampoo'],
  ['kajl', 'Deep Kajal Pencil'],
  ['kaajal', 'Deep Kajal Pencil'],
  ['शेम्पू', 'शैम्पू आंवला'],
])('%s is understood', async (typed, meant) => {
  expect((await suggested(typed))[0]).toBe(meant)
})

test('several words match in any order, with the brand, and with a typing error in one of them', async () => {
  for (const typed of ['satin mulberry', 'mulberry lipstick', 'lipstick laali satin', 'laali mulb', 'mulbery satn'])
    expect((await suggested(typed))[0], typed).toBe('Mulberry Satin Lipstick')
  expect(await suggested('noor kajal')).toEqual(['Deep Kajal Pencil'])
})

test('an unknown word does not hide matches of the others, nor do words that never occur together', async () => {
  expect(await suggested('kajal xqzwvy')).toEqual(['Deep Kajal Pencil'])
  expect((await suggested('kajal pencil reetha'))[0]).toBe('Deep Kajal Pencil')
  expect(await suggested('kajal reetha')).toEqual(['Reetha Shampoo', 'Deep Kajal Pencil'])
  expect(await suggested('xqzwvy')).toEqual([])
})

test('accents and case make no difference, in the query or in the product', async () => {
  for (const typed of ['creme', 'crème', 'CRÈME', 'cre\u0300me']) expect(await suggested(typed), typed).toEqual(['Crème Brûlée Body Butter', 'Shea Creme'])
  for (const typed of ['loreal', "l'oreal brulee"]) expect((await suggested(typed))[0], typed).toBe('Crème Brûlée Body Butter')
})

test('Hindi words are whole words', async () => {
  for (const typed of ['शैम', 'बालों']) expect(await suggested(typed), typed).toEqual(['शैम्पू आंवला'])
  expect(await suggested('आंवला शैम्पू')).toEqual(['शैम्पू आंवला', 'Reetha Shampoo'])
  expect(await suggested('म्पू'), 'not the rest of a word').not.toContain('शैम्पू आंवला')
})

test('a word finds the same word in the other script, after what is spelled as it was typed', async () => {
  expect(await suggested('शैम्पू')).toEqual(['शैम्पू आंवला', 'Reetha Shampoo'])
  expect(await suggested('shampoo')).toEqual(['Reetha Shampoo', 'शैम्पू आंवला'])
  expect(await suggested('काजल')).toEqual(['Deep Kajal Pencil'])
  expect(await suggested('वसंत'), 'a brand too').toEqual(['शैम्पू आंवला', 'Coral Lip Balm', 'Reetha Shampoo'])
})

test('a word finds what means the same', async () => {
  expect(await suggested('kohl')).toEqual(['Deep Kajal Pencil'])
})

test('a word with a meaning is known with one letter more, if its sound stays', async () => {
  expect((await suggested('surmaa'))[0]).toBe('Deep Kajal Pencil')
})

test('a word of less than four letters has a meaning only as it is spelled', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (name, price) values ('Neem Tel', 10)")
    await db.run('select private.refresh_search()')
    expect(await found(db, ['oil'])).toEqual(['Neem Tel'])
    expect(await found(db, ['oill']), 'it sounds like oil').toEqual([])
  })
})

test('a word is known by its sound though more of its letters differ than slips are corrected', async () => {
  expect(await suggested('kaaajjel')).toEqual(['Deep Kajal Pencil'])
})

test('the sound of one consonant finds nothing', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (name, price) values ('Tea Balm', 10)")
    await db.run('select private.refresh_search()')
    expect(await found(db, ['tea'])).toEqual(['Tea Balm'])
    expect(await found(db, ['toe'])).not.toContain('Tea Balm')
  })
})

test('a slip of a meaning does not hide the word that the letters are nearer to', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (name, price) values ('Foot Cream', 10), ('Pain Relief Oil', 10), ('Hand Wash', 10), ('Mati Scrub', 10)")
    await db.run('select private.refresh_search()')
    await db.as('visitor')
    expect(await found(db, ['pain'])).toEqual(['Pain Relief Oil'])
    expect((await found(db, ['paim']))[0]).toBe('Pain Relief Oil')
    expect((await found(db, ['hath']))[0]).toBe('Hand Wash')
    expect((await found(db, ['mati']))[0]).toBe('Mati Scrub')
  })
})

test('a number matches as it is written', async () => {
  expect(await suggested('30ml')).toEqual(['Serum 30ml'])
  expect(await suggested('31ml')).toEqual([])
})

test('hostile words find nothing and cause no error', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    for (const tokens of [[], null, [null], [''], ["'"], ["lip':* | 'x"], [':*'], ['&|!'], ['%'], ['\\'], ["\\'"], ['<->'], ['\u0301'], ['   ']])
      expect(await found(db, tokens), JSON.stringify(tokens)).toEqual([])
    expect(await found(db, ['x'.repeat(1_000_000)])).toEqual([])
    expect(
      await found(
        db,
        Array.from({ length: 10_000 }, (_, n) => `q${n}`),
      ),
    ).toEqual([])
    expect(await found(db, ['O', 'Neill', '100'])).toEqual(["O'Neill 100% \\ Balsam"])
    expect(await found(db, ['lip'], -1)).toEqual([])
    expect(await found(db, ['lip'], 1_000_000)).toHaveLength(3)
    expect(await found(db, ['lip'], null as unknown as number)).toHaveLength(3)
  })
})

test('any text gets a response', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\0|\p{Cs}/gu, '')),
        { maxLength: 8 },
      ),
      async (tokens) => {
        expect((await shop.owner.query('select from public.suggest_products($1)', [tokens])).rowCount).toBeLessThanOrEqual(6)
      },
    ),
    { numRuns: 200 },
  )
})

test('a product that is not for sale is never found, not by admins either, and its words are not suggested', async () => {
  for (const person of ['visitor', 'customer', 'admin'] as const) {
    await shop.scratch(async (db) => {
      expect(await db.rows("select from public.products where name like '%Zinnia%'"), 'it is there').toHaveLength(2)
      await db.as(person)
      for (const typed of ['zinnia', 'zinia', 'secretique', 'hidden']) expect(await found(db, [typed]), `${person} ${typed}`).toEqual([])
    })
  }
  expect((await shop.owner.query("select from private.lexemes where word in ('zinnia', 'secretique')")).rowCount).toBe(0)
})

test('changes of products, categories and states are found at once, misspellings after the words are counted', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (name, price) values ('Zafran Ubtan', 10)")
    expect(await found(db, ['zafr'])).toEqual(['Zafran Ubtan'])
    expect(await found(db, ['zafrn'])).toEqual([])
    expect(await db.rows('select private.refresh_search() as counted')).toEqual([{ counted: true }])
    expect(await db.rows('select private.refresh_search() as counted'), 'nothing changed since').toEqual([{ counted: false }])
    expect(await found(db, ['zafrn'])).toEqual(['Zafran Ubtan'])

    await db.run("update public.products set name = 'Kesar Ubtan' where name = 'Zafran Ubtan'")
    expect(await found(db, ['kesar'])).toEqual(['Kesar Ubtan'])
    expect(await db.rows("select from public.suggest_products('{zafran}')")).toEqual([])

    // सजावट has the sound and the meaning of no other word, so only the category can find the product.
    await db.run("insert into public.categories (id, name, name_hi) values ('00000000-0000-4000-8000-00cccc000009', 'Bridal', 'सजावट')")
    await db.run("update public.products set category_id = '00000000-0000-4000-8000-00cccc000009' where name = 'Kesar Ubtan'")
    expect(await found(db, ['सजावट'])).toEqual(['Kesar Ubtan'])
    await db.run("update public.categories set name = 'Festive' where name = 'Bridal'")
    expect(await found(db, ['festiv'])).toEqual(['Kesar Ubtan'])
    expect(await found(db, ['bridal'])).not.toContain('Kesar Ubtan')

    await db.run("update public.products set status = 'archived' where name = 'Kesar Ubtan'")
    expect(await found(db, ['kesar'])).toEqual([])
    await db.run("update public.products set status = 'active' where name = 'Kesar Ubtan'")
    expect(await found(db, ['kesar'])).toEqual(['Kesar Ubtan'])
    await db.run("delete from public.products where name = 'Kesar Ubtan'")
    expect(await found(db, ['kesar'])).toEqual([])
    expect(await db.rows('select private.refresh_search() as counted')).toEqual([{ counted: true }])
    expect(await db.rows("select word from private.lexemes where word in ('zafran', 'kesar', 'ubtan')")).toEqual([])
  })
})

test('a sale changes no search document', async () => {
  await shop.scratch(async (db) => {
    await db.run('delete from private.search_changes')
    await db.as('orderService')
    await db.run('update public.products set stock = stock, units_sold = units_sold + 1')
    await db.as('owner')
    expect(await db.rows('select from private.search_changes')).toEqual([])
    await db.run("update public.products set name = name || ' x' where name = 'Reetha Shampoo'")
    expect(await db.rows('select from private.search_changes'), 'a new name does').not.toEqual([])
  })
})
