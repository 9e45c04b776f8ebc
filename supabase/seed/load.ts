import { CUSTOMERS } from './customers.ts'
import { loadBanners, loadCategories, loadProducts, loadStore } from './load-catalogue.ts'
import type { DemoWorld } from './load-context.ts'
import { loadCustomers } from './load-customers.ts'
import { loadFamilies } from './load-families.ts'
import { loadNotices } from './load-notices.ts'
import { loadOrders } from './load-orders.ts'
import { loadPictures } from './load-pictures.ts'
import { markDemo } from './mark-demo.ts'
import { planTrade } from './plan.ts'
import { productsOf } from './products/products.ts'

export type DemoSummary = { products: number; orders: number; customers: readonly { name: string; email: string; password: string }[] }

/**
 * Fills an empty shop with the demo: store, categories, products, banners, customers and their orders, in one transaction; the
 * pictures upload at the same time. If anything fails, the tables keep none of it. Sends no mail.
 */
export async function loadDemo({ size, query, putObject, hashPassword, now = new Date() }: DemoWorld): Promise<DemoSummary> {
  const pictures = loadPictures(putObject, size)
  // The failure is awaited below; until then it must not count as an unhandled rejection.
  pictures.catch(() => undefined)
  const plan = planTrade(size, productsOf(size), now)
  await query('begin')
  try {
    await query("select set_config('shop.quiet', 'on', true)")
    await loadStore(query)
    await loadCategories(query)
    if (size === 'full') await loadFamilies(query)
    await loadProducts(query, now, size, plan)
    await loadBanners(query)
    await loadCustomers(query, hashPassword, now, plan)
    await loadOrders(query, plan, now)
    await query('select private.rank_products()')
    await loadNotices(query, now)
    await markDemo(query, plan)
    await pictures
    await query('commit')
  } catch (error) {
    await query('rollback')
    throw error
  }
  return { products: productsOf(size).length, orders: plan.orders.length, customers: CUSTOMERS.map(({ name, email, password }) => ({ name, email, password })) }
}
