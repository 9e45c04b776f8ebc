/** The parcels of one order: packed by keyboard, followed by the customer, and booked when they come back (docs/decisions/0082-shipments.md). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop, phone } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const shipping = (page: Page) => page.getByRole('region', { name: 'Shipping' })
const stockOf = async (id: string) => (await serviceClient(shopKeys()).from('products').select('stock').eq('id', id).single()).data?.stock

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a packer ships a part by keyboard, and the customer sees both parcels and what is to follow', async ({ page, customer, browser }) => {
    const order = await orderOf(customer, { quantity: 3, product: { name: 'Serum of Parts' } })
    await moveOrder(order.id, 'processing')
    await page.goto(`/admin/orders/${order.id}`)
    await expect(page.getByRole('heading', { level: 1, name: `Order #${order.short}` })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Ship', exact: true })).toBeVisible()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Hand it to the courier?' })
    await expect(dialog.getByLabel('Courier', { exact: true })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Delhivery')
    await page.keyboard.press('Tab')
    await page.keyboard.type('D1')
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel(/We deliver it ourselves/)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel('Pieces of Serum of Parts in this parcel')).toBeFocused()
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Serum of Parts: enter a whole number from 0 to 3')
    await dialog.getByLabel('Pieces of Serum of Parts in this parcel').focus()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await expect(shipping(page).getByRole('listitem').filter({ hasText: 'Parcel 1' })).toContainText('1 × Serum of Parts')
    await expect(shipping(page)).toContainText('Not packed yet2 × Serum of Parts')

    await page.goto(`/admin/orders?customer=${customer.id}`)
    await expect(page.getByRole('table').locator('tbody tr[data-key]')).toContainText('1 of 3 shipped')
    await page.goto(`/admin/orders/${order.id}`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Ship', exact: true })).toBeVisible()

    const theirs = await (await browser.newContext({ storageState: await storedSession(customer), baseURL: shopKeys().url })).newPage()
    await theirs.goto(`/order-confirmation/${order.id}`)
    const parcels = theirs.locator('section').filter({ hasText: 'Your parcels' })
    await expect(parcels.getByRole('listitem').filter({ hasText: 'Parcel 1' })).toContainText('1 × Serum of Parts')
    await expect(parcels.getByRole('link', { name: /Track at Delhivery/ })).toHaveAttribute('href', /\/D1$/)
    await expect(parcels).toContainText('To follow2 × Serum of Parts')
    expect(await violations(theirs)).toEqual([])

    // the rest is packed first, and leaves by the shop's own people
    await page.keyboard.press('a')
    await dialog.getByRole('button', { name: 'Only pack it' }).click()
    await expect(shipping(page).getByRole('listitem').filter({ hasText: 'Parcel 2' })).toContainText('Packed')
    await shipping(page).getByRole('button', { name: 'Unpack Parcel 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpack' }).click()
    await expect(shipping(page)).toContainText('Not packed yet')
    await page.keyboard.press('a')
    await dialog.getByLabel(/We deliver it ourselves/).check()
    await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(shipping(page).getByRole('listitem').filter({ hasText: 'Parcel 2' })).toContainText('Own delivery')
    await expect(page.getByRole('button', { name: 'Mark delivered' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await shipping(page).getByRole('button', { name: 'Delivered Parcel 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
    await expect(shipping(page).getByRole('listitem').filter({ hasText: 'Parcel 1' })).toContainText('Delivered')

    await theirs.reload()
    await expect(parcels.getByRole('listitem').filter({ hasText: 'Parcel 2' })).toContainText('We bring it to you ourselves.')
    await expect(parcels).not.toContainText('To follow')
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('what cannot be sent any more is given up, with a credit note', async ({ page, customer }) => {
    const order = await orderOf(customer, { quantity: 3, product: { name: 'Sold Out Toner', stock: 10 } })
    await moveOrder(order.id, 'processing')
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
    const ship = page.getByRole('dialog', { name: 'Hand it to the courier?' })
    await ship.getByLabel(/We deliver it ourselves/).check()
    await ship.getByLabel('Pieces of Sold Out Toner in this parcel').fill('1')
    await ship.getByRole('button', { name: 'Ship', exact: true }).click()
    await shipping(page).getByRole('button', { name: 'Cancel the rest' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel what is left?' })
    await expect(dialog.getByRole('listitem')).toHaveText('2 × Sold Out Toner')
    await dialog.getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a reason')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('The maker stopped it')
    await dialog.getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(shipping(page)).toContainText('Not sent any more2 × Sold Out Toner')
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText(/CN\/\d\d-\d\d\/\d{6}/)
    await expect(page.getByRole('button', { name: 'Mark delivered' })).toBeVisible()
    await expect.poll(() => stockOf(order.product.id)).toBe(9)
  })

  test('a refused parcel is booked piece by piece when it is back, and only then its goods are in stock', async ({ page, customer }) => {
    const order = await orderOf(customer, { quantity: 3, product: { name: 'Refused Balm', stock: 10 } })
    await moveOrder(order.id, 'shipped')
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
    await expect(cancel.getByRole('listitem').first()).toHaveText('The 3 units return to stock when their parcel is back.')
    await cancel.getByLabel('Reason').fill('Refused at the door')
    await cancel.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(shipping(page)).toContainText('On its way back')
    await expect.poll(() => stockOf(order.product.id)).toBe(7)
    await shipping(page).getByRole('button', { name: 'Book as arrived' }).click()
    const dialog = page.getByRole('dialog', { name: 'Book parcel 1 as arrived' })
    await dialog.getByLabel('To stock: Refused Balm').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('must add up to 3')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Damaged: Refused Balm').fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(shipping(page)).toContainText('Came back')
    await expect(shipping(page)).toContainText('2 to stock, 1 damaged')
    await expect.poll(() => stockOf(order.product.id)).toBe(9)
  })

  test('a parcel that is refused after another one was delivered comes back, and the order is delivered without it', async ({ page, customer, browser }) => {
    const order = await orderOf(customer, { quantity: 3, product: { name: 'Parted Perfume', stock: 10 } })
    await moveOrder(order.id, 'processing')
    await page.goto(`/admin/orders/${order.id}`)
    const ship = page.getByRole('dialog', { name: 'Hand it to the courier?' })
    for (const [courier, pieces] of [
      ['D11', '2'],
      ['D12', '1'],
    ] as const) {
      await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
      await ship.getByLabel('Courier', { exact: true }).fill('Delhivery')
      await ship.getByLabel('Tracking number').fill(courier)
      await ship.getByLabel('Pieces of Parted Perfume in this parcel').fill(pieces)
      await ship.getByRole('button', { name: 'Ship', exact: true }).click()
      await expect(shipping(page)).toContainText(courier)
    }
    await shipping(page).getByRole('button', { name: 'Delivered Parcel 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
    await expect(shipping(page).getByRole('listitem').filter({ hasText: 'Parcel 1' })).toContainText('Delivered')
    await expect(page.getByRole('button', { name: 'Cancel the order' }), 'what is delivered is not cancelled').toBeHidden()

    await shipping(page).getByRole('button', { name: 'Comes back Parcel 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Parcel 2 comes back?' })
    await expect(dialog.getByRole('listitem')).toHaveText('1 × Parted Perfume')
    await dialog.getByRole('button', { name: 'Comes back' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a reason')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Refused at the door')
    await dialog.getByRole('button', { name: 'Comes back' }).click()
    const second = shipping(page).getByRole('listitem').filter({ hasText: 'Parcel 2' })
    await expect(second).toContainText('On its way back')
    await expect(shipping(page)).not.toContainText('Not sent any more')
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText(/CN\/\d\d-\d\d\/\d{6}/)
    await expect(page.getByRole('button', { name: 'Mark delivered' })).toBeHidden()
    await expect.poll(() => stockOf(order.product.id)).toBe(7)
    await second.getByRole('button', { name: 'Book as arrived' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(second).toContainText('1 to stock')
    await expect.poll(() => stockOf(order.product.id)).toBe(8)

    const theirs = await (await browser.newContext({ storageState: await storedSession(customer), baseURL: shopKeys().url })).newPage()
    await theirs.goto(`/order-confirmation/${order.id}`)
    const parcels = theirs.locator('section').filter({ hasText: 'Your parcels' })
    await expect(parcels.getByRole('listitem').filter({ hasText: 'Parcel 2' })).toContainText('Back with us')
    await expect(parcels).not.toContainText('To follow')
    await expect(parcels).not.toContainText('Not sent any more')
    expect(await violations(theirs)).toEqual([])
  })
})
