import path from 'node:path'
import { serviceClient } from './support/customers.ts'
import { shopDataDir, shopKeys } from './support/current-shop.ts'
import { buy, cancel } from './support/journey.ts'
import { test, VISITS } from './support/with-worker.ts'

for (const visit of VISITS) {
  test.describe(`on a ${visit} visit`, () => {
    test.use({ visit })

    test('a visitor registers, confirms by mail, buys with a tier price, downloads the invoice and cancels', async ({ page }) => {
      test.setTimeout(180_000)
      const keys = shopKeys()
      const outbox = path.join(shopDataDir(), 'outbox')
      const { data } = await serviceClient(keys)
        .from('products')
        .select('id, pricing_tiers')
        .eq('status', 'active')
        .gte('stock', 100)
        .not('pricing_tiers', 'is', null)
        .order('name')
        .limit(20)
      const product = (data ?? []).find((row) => Array.isArray(row.pricing_tiers) && row.pricing_tiers.length > 0) as {
        id: string
        pricing_tiers: { min_quantity: number }[]
      }
      const quantity = Math.min(...product.pricing_tiers.map((tier) => tier.min_quantity)) + 1
      const order = await buy(page, {
        keys,
        outbox,
        productId: product.id,
        quantity,
        address: { pincode: '400050', city: 'Mumbai', state: 'Maharashtra' },
        interState: false,
      })
      await cancel(page, { keys, outbox, ...order })
    })
  })
}
