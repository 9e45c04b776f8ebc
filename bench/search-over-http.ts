/** The suggestions of the search field in a large catalogue, over HTTP: each text is asked once, so that no cache has its answer. */
import pg from 'pg'
import { searchTokens } from '#domain/text/search-tokens.ts'
import type { RunningShop } from '../scripts/running-shop.ts'
import { load } from './load.ts'
import { dice, fillForSearch } from './search-catalogue.ts'
import type { Load } from './wrk.ts'

/** As many as the storefront asks for, and what it reads of each (app/data/shop/product-suggestions.ts). */
const LIMIT = 24
const COLUMNS = 'id,name,brand,price,mrp,image_url,family_id'
const SHORTEST = 3

/** Every beginning, of three letters and more, of the words of all names. */
async function beginnings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.products order by name')
  const found = new Set<string>()
  for (const { name } of rows)
    for (const word of searchTokens(name, 99)) for (let end = SHORTEST; end <= word.length; end += 1) found.add(word.slice(0, end).toLowerCase())
  return shuffled([...found])
}

/** In alphabetical order the texts of one run would have the same few beginnings. */
function shuffled(texts: string[]): string[] {
  const roll = dice(7)
  for (let place = texts.length - 1; place > 0; place -= 1) {
    const other = roll(place + 1)
    const text = texts[place] ?? ''
    texts[place] = texts[other] ?? ''
    texts[other] = text
  }
  return texts
}

/** @param products so many are added */
export async function measureSearch(shop: RunningShop, products: number, seconds: number): Promise<Load & { texts: number }> {
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  try {
    await fillForSearch(client, products)
    await client.query('select private.refresh_search()')
    await client.query('vacuum analyze')
    const texts = await beginnings(client)
    const paths = texts.map(
      (text) => `/rest/v1/rpc/suggest_products?${new URLSearchParams({ p_tokens: `{"${text}"}`, p_limit: String(LIMIT), select: COLUMNS })}`,
    )
    const url = `${shop.url}${paths[0] ?? ''}`
    return { ...(await load({ url, paths, headers: { apikey: shop.keys.publishable_key } }, seconds)), texts: texts.length }
  } finally {
    await client.end()
  }
}
