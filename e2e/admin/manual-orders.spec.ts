/** /admin/orders/create: orders entered by phone and at the counter (docs/decisions/0026-manual-orders.md). */
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { newCustomer, serviceClient, shipping } from '../support/customers.ts'
import { hold } from '../support/held.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use({ ...laptop, expectedErrors: [/status of (400|409)/] })

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

async function open(page: Page): Promise<void> {
  await page.goto('/admin/orders/create')
  await expect(page.getByRole('heading', { level: 1, name: 'Create Manual Order' })).toBeVisible()
}

/** Types into the box until the list offers the entry, and selects it with Enter. */
async function take(page: Page, box: 'Find a customer' | 'Add a product', text: string, offered: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).fill(text)
  await expect(page.getByRole('option', { name: offered })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

async function madeOrder(page: Page) {
  await expect(page).toHaveURL(/\/admin\/orders\b.*[0-9a-f-]{36}$/)
  const id = page.url().slice(-36)
  const { data } = await serviceClient(shopKeys())
    .from('orders')
    .select(
      '*,order_items(product_name,quantity,unit_price,discount,total),payments(method,state,provider_reference),documents(kind,serial),order_overrides(kind,given,reason)',
    )
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

test('a phone order for a known customer: found by phone number, with tier, custom price under MRP, coupon and manual discount; what changed in the meantime is refused by name', async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 6)
  const phone = `98${digits(8)}`
  const [meena, serum, gel] = await Promise.all([
    newCustomer(shopKeys()),
    makeProduct({ name: `Serum ${mark}`, price: 338, mrp: 400, pricing_tiers: [{ min_quantity: 24, discount_percent: 10 }], min_order_quantity: 6 }),
    makeProduct({ name: `Gel ${mark}`, price: 110, mrp: 165 }),
  ])
  const coupon = `PHONE-${mark.toUpperCase()}`
  for (const { error } of await Promise.all([
    meena.client
      .from('profiles')
      .update({ full_name: 'Meena Kulkarni', company_name: `Glow ${mark}`, phone })
      .eq('id', meena.id),
    meena.client.from('addresses').insert({ ...shipping, full_name: 'Meena Kulkarni', phone, user_id: meena.id, is_default: true }),
    serviceClient(shopKeys()).from('discounts').insert({ code: coupon, kind: 'percent', value: 10 }),
  ]))
    if (error) throw error

  await open(page)
  // submitted too early, the form says what is missing and moves the focus there
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').first()).toBeFocused()
  await page.getByRole('button', { name: 'Choose the customer first.' }).click()
  await expect(page.getByRole('combobox', { name: 'Find a customer' })).toBeFocused()
  await take(page, 'Find a customer', phone, `Meena Kulkarni Glow ${mark}`)
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('12 Hill Road, Bandra')

  await take(page, 'Add a product', `serum ${mark}`, `Serum ${mark}`)
  const quantity = page.getByRole('textbox', { name: `Quantity of Serum ${mark}` })
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveValue('6') // the minimum order
  await quantity.fill('2')
  await expect(page.getByText('Below the minimum order of 6.')).toBeVisible()
  await quantity.fill('24')
  const lines = page.getByRole('table', { name: 'Products' })
  await expect(lines.getByRole('row', { name: `Serum ${mark}` })).toContainText('tier 10% off ₹338.00')
  await quantity.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Add a product' })).toBeFocused()

  await take(page, 'Add a product', `gel ${mark}`, `Gel ${mark}`)
  await page.getByRole('textbox', { name: `Quantity of Gel ${mark}` }).fill('30')
  await page.getByRole('button', { name: `Set a custom price for Gel ${mark}` }).click()
  const price = page.getByRole('textbox', { name: `Custom price of Gel ${mark}, rupees` })
  await price.fill('170')
  await expect(page.getByText('Above MRP. At most ₹165.00.')).toBeVisible()
  await price.fill('102')
  await expect(page.getByText('₹63.00 under MRP')).toBeVisible()
  await page.getByRole('textbox', { name: `Reason for the price of Gel ${mark}` }).fill('Matched a former supplier')

  const toPay = section(page, 'To pay')
  await toPay.getByLabel('Coupon code').fill('NO-SUCH')
  await expect(toPay.getByText('This coupon does not exist.')).toBeVisible()
  await toPay.getByLabel('Coupon code').fill(coupon.toLowerCase())
  await toPay.getByLabel('Manual discount', { exact: true }).check()
  await toPay.getByLabel('Manual discount, amount').fill('300')
  await toPay.getByLabel('Reason for the discount').fill('Two broken jars')
  // 24 × 304.20 less the coupon's 10 %, 30 × 102, less 300
  await expect(toPay).toContainText('₹9,330.72')
  await expect(toPay).toContainText('Place of supply Maharashtra (27), the shop’s own State.')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])

  // the draft survives a reload
  await page.reload()
  await expect(price).toHaveValue('102')
  await section(page, 'Payment').getByText('On delivery').click()
  await page.getByLabel('Accept now and issue the invoice').check()
  const create = page.getByRole('button', { name: 'Create order for ₹9,330.72' })
  await expect(create).toBeVisible()

  // another admin changes the price first
  await changeProduct(serum.id, { price: 340 })
  await create.click()
  const refused = page.getByRole('listitem').filter({ hasText: `Serum ${mark}: ₹304.20 → ₹306.00 each` })
  await expect(refused).toBeVisible()
  await page.getByRole('button', { name: 'Create order for ₹9,369.60' }).click()

  const order = await madeOrder(page)
  expect(order).toMatchObject({
    status: 'processing',
    channel: 'telephone',
    user_id: meena.id,
    full_name: 'Meena Kulkarni',
    total_amount: 9369.6,
    payment_state: 'cod_pending',
    coupon_code: coupon,
    documents: [{ kind: 'invoice' }],
  })
  expect(order.order_items).toContainEqual(expect.objectContaining({ product_name: `Gel ${mark}`, quantity: 30, unit_price: 102 }))
  expect(order['order_overrides']).toEqual(
    expect.arrayContaining([
      { kind: 'price', given: 102, reason: 'Matched a former supplier' },
      { kind: 'discount', given: 300, reason: 'Two broken jars' },
    ]),
  )
  // the order's page says who entered it and the reasons for its prices
  const byHand = section(page, 'Manual order')
  await expect(byHand).toContainText('Phone')
  await expect(byHand.getByRole('listitem').filter({ hasText: `Gel ${mark}: ₹102.00 instead of ₹110.00` })).toContainText('Matched a former supplier')
  // the form is empty again
  await page.goto('/admin/orders/create')
  await expect(page.getByRole('combobox', { name: 'Find a customer' })).toBeVisible()
  await expect(lines).toHaveCount(0)
  expect(gel.stock).toBe(50)
})

test('a counter sale to a walk-in with the keyboard alone: paid by UPI, invoiced, handed over; leaving an unfinished one asks first', async ({ page }) => {
  const mark = randomUUID().slice(0, 6)
  const kajal = await makeProduct({ name: `Kajal ${mark}`, price: 118, stock: 3 })
  await open(page)
  await page.getByRole('radio', { name: 'Phone' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Counter' })).toBeChecked()
  await page.getByRole('button', { name: 'Walk-in customer' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Add a product' })).toBeFocused()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Add a product' })).toBeFocused()
  await page.keyboard.type(`kajal ${mark}`)
  await expect(page.getByRole('option', { name: `Kajal ${mark}` })).toContainText('3 in stock')
  await expect(page.getByRole('option', { name: `Kajal ${mark}` })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: `Quantity of Kajal ${mark}` })).toBeFocused()
  await page.keyboard.type('5')
  await expect(page.getByText('Only 3 left.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take 3' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Create order for ₹354.00' })).toBeVisible()

  // submitted without the bank's reference
  await page.keyboard.press('ControlOrMeta+Enter')
  const reference = page.getByRole('textbox', { name: 'UTR or bank reference' })
  await expect(reference).toHaveAttribute('aria-invalid', 'true')
  const utr = digits(12)
  await reference.fill(utr)

  // the user leaves by accident, the page asks for confirmation, and they come back
  await page.getByRole('link', { name: 'Banners' }).press('Enter')
  const leaving = page.getByRole('dialog', { name: 'Leave the order unfinished?' })
  await expect(leaving).toBeVisible()
  await leaving.getByRole('button', { name: 'Stay here' }).press('Enter')
  await expect(page.getByLabel('Handed over now: accepted, invoiced and delivered')).toBeChecked()
  await reference.press('ControlOrMeta+Enter')

  const order = await madeOrder(page)
  expect(order).toMatchObject({
    status: 'delivered',
    channel: 'counter',
    user_id: null,
    full_name: 'Walk-in customer',
    total_amount: 354,
    shipping_cost: 0,
    cgst: 27,
    sgst: 27,
    payments: [{ method: 'upi', state: 'paid', provider_reference: utr }],
    documents: [{ kind: 'invoice', serial: expect.stringMatching(/^(INV|BOS)\//) }],
  })
  await expect.poll(async () => (await serviceClient(shopKeys()).from('products').select('stock').eq('id', kajal.id).single()).data?.stock).toBe(0)

  // the same reference cannot pay for a second sale
  const balm = await makeProduct({ name: `Balm ${mark}` })
  await open(page)
  await page.getByRole('radio', { name: 'Counter' }).check({ force: true })
  await page.getByRole('button', { name: 'Walk-in customer' }).click()
  await take(page, 'Add a product', `balm ${mark}`, `Balm ${mark}`)
  await reference.fill(utr)
  await page.getByRole('button', { name: 'Create order for ₹100.00' }).click()
  await expect(page.getByRole('button', { name: 'This reference is already used for another order.' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/orders\/create$/)
  expect(balm.stock).toBe(50)

  // so the payment stays due, and the order's page has the payment link to send
  await page.getByLabel('Payment received').uncheck()
  await page.getByRole('button', { name: 'Create order for ₹100.00' }).click()
  await expect(section(page, 'Manual order')).toContainText('upi://pay?')
  await expect.poll(() => madeOrder(page)).toMatchObject({ status: 'processing', payments: [{ method: 'upi', state: 'awaiting_payment' }] })
  expect(await violations(page)).toEqual([])
})

test('a new customer on the telephone, typed from the first field to the last: the State follows from the PIN code, and no key is lost', async ({ page }) => {
  const mark = randomUUID().slice(0, 6)
  const phone = `97${digits(8)}`
  const comb = await makeProduct({ name: `Comb ${mark}`, price: 200 })
  await open(page)
  await page.getByRole('button', { name: 'New customer' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  for (const text of [`Zoya <b>${mark}</b> زويا`, phone, '', '7, Hill Road']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('560038')
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('560038')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Karnataka')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bengaluru')
  await take(page, 'Add a product', `comb ${mark}`, `Comb ${mark}`)
  await page.getByRole('radio', { name: 'On delivery' }).check({ force: true })
  await page.getByRole('button', { name: 'Create order for ₹300.00' }).dblclick()
  const order = await madeOrder(page)
  expect(order).toMatchObject({ full_name: `Zoya <b>${mark}</b> زويا`, phone, pincode: '560038', city: 'Bengaluru', state: 'Karnataka', user_id: null })
  expect(order['igst']).toBeGreaterThan(0)
  await expect.poll(async () => (await serviceClient(shopKeys()).from('orders').select('id').eq('phone', phone)).data).toHaveLength(1)
  expect(comb.stock).toBe(50)
})

test('a customer whose address comes late takes the place neither of another one nor of one that is being typed', async ({ page }) => {
  const mark = randomUUID().slice(0, 6)
  const [slow, quick] = await Promise.all([newCustomer(shopKeys()), newCustomer(shopKeys())])
  await serviceClient(shopKeys())
    .from('profiles')
    .update({ full_name: `Slow ${mark}` })
    .eq('id', slow.id)
    .throwOnError()
  await serviceClient(shopKeys())
    .from('profiles')
    .update({ full_name: `Quick ${mark}` })
    .eq('id', quick.id)
    .throwOnError()
  const name = page.getByRole('textbox', { name: 'Full name' })
  /** The slow customer is chosen, and their address is asked for. */
  const chosen = async () => {
    await open(page)
    const held = await hold(page, '**/rest/v1/addresses?**', (request) => request.url().includes(slow.id))
    const asked = page.waitForRequest((request) => request.url().includes('/rest/v1/addresses?') && request.url().includes(slow.id))
    await take(page, 'Find a customer', `slow ${mark}`, `Slow ${mark}`)
    await asked
    return async () => {
      const answered = page.waitForResponse((response) => response.url().includes('/rest/v1/addresses?') && response.url().includes(slow.id))
      held.release()
      await answered
    }
  }

  const arrive = await chosen()
  await page.getByRole('combobox', { name: 'Find a customer' }).fill(`Quick ${mark}`)
  await page.getByRole('option', { name: `Quick ${mark}` }).click()
  await expect(name).toHaveValue(`Quick ${mark}`)
  await arrive()
  await page.getByRole('textbox', { name: 'Company' }).fill(`Parlour ${mark}`)
  await expect(name).toHaveValue(`Quick ${mark}`)
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue(`Parlour ${mark}`)

  await page.getByRole('button', { name: 'Change the customer' }).click()
  await page.unroute('**/rest/v1/addresses?**')
  const arriveAgain = await chosen()
  await page.keyboard.press('Escape') // closes the list, which is over the button
  await page.getByRole('button', { name: 'New customer' }).click()
  await name.fill('Zoya')
  await arriveAgain()
  await page.getByRole('textbox', { name: 'City' }).fill('Pune')
  await expect(name).toHaveValue('Zoya')
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Pune')
})
