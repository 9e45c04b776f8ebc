/** /admin/settings/webhooks: where events go, and what became of each (docs/webhooks.md). */
import pg from 'pg'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

async function ask(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

test.afterAll(() => ask('delete from private.webhook_endpoints'))

test('a shop without an address says how to set one; with one, events are listed and sent again', async ({ page }) => {
  await page.goto('/admin/settings/webhooks')
  await expect(page.getByText('No webhooks are sent')).toBeVisible()
  await expect(page.getByText('to set WEBHOOK_URL and WEBHOOK_SECRET')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const made = await makeProduct()
  await ask(
    `with e as (insert into private.webhook_endpoints (url, active, switched_off_at) values ('https://hooks.example/shop?key=secret', false, now()) returning id)
     insert into private.webhook_deliveries (endpoint_id, kind, object_id, data, state, attempts, last_status, last_error)
     select e.id, 'stock.changed', $1::uuid, '{}', case when n <= 2 then 'parked' else 'delivered' end, n, case when n <= 2 then 503 else 200 end, case when n = 1 then 'timeout' end
     from e, generate_series(1, 60) n`,
    [made.id],
  )
  await page.reload()
  const setup = page.getByRole('region', { name: 'Webhooks' })
  await expect(setup).toContainText('https://hooks.example/shop')
  await expect(setup).not.toContainText('secret')
  await expect(setup).toContainText('Switched off on')
  const events = page.getByRole('main')
  await expect(events.getByRole('row')).toHaveCount(51) // with the headings
  await events.getByRole('link', { name: 'Next' }).click()
  await expect(events.getByRole('row')).toHaveCount(11)
  await events.getByRole('link', { name: 'Given up' }).click()
  await expect(page).toHaveURL(/state=parked/)
  await expect(events.getByRole('row')).toHaveCount(3)
  await expect(events).toContainText('HTTP 503')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await events
    .getByRole('button', { name: /^Send again stock\.changed \d+$/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('The event is sent again')).toBeVisible()
  await expect(setup).toContainText('On')
  await expect(events.getByRole('row')).toHaveCount(2)

  await page.setViewportSize(phone.viewport)
  await setup.getByRole('button', { name: 'Send all given up again' }).click()
  await expect(events.getByText('No events')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect
    .poll(() => ask("select count(*)::int as waiting from private.webhook_deliveries where state = 'queued' and object_id = $1", [made.id]))
    .toEqual([{ waiting: 2 }])
  await events.getByRole('link', { name: 'Waiting' }).click()
  await expect(events.getByRole('link', { name: `#${made.id.slice(0, 8)}` }).first()).toHaveAttribute('href', `/admin/products/edit/${made.id}`)
})
