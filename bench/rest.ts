/** Reads through /rest/v1 without the response cache, against a handler that is written by hand for the same query. */
import type { RunningShop } from '../scripts/running-shop.ts'
import { compareWith, type Compared } from './load.ts'

export const COLUMNS = 'id,name,brand,price,retail_price,mrp,pricing_tiers,min_order_quantity,stock,image_url'

/** The list of products on page 3, newest first, as a visitor reads it. */
export const LIST = `/rest/v1/products?select=${COLUMNS}&order=created_at.desc,id&limit=12&offset=24`
const LIST_IN_SQL = `select coalesce(json_agg(one), '[]')::text as body from (select ${COLUMNS} from public.products order by created_at desc, id limit 12 offset 24) one`

export async function compareRest(shop: RunningShop, seconds: number): Promise<Compared> {
  const headers = { apikey: shop.keys.publishable_key, 'accept-encoding': 'identity', 'cache-control': 'no-cache' }
  const args = [shop.keys.db_url, LIST_IN_SQL, 'anon', '{"role":"anon"}']
  return compareWith('lean-handler.ts', args, { url: shop.url + LIST, headers }, seconds)
}
