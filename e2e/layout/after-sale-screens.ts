/** What follows a sale, in the back office: e-way bills, parcels with invoices of their own, returns, exchanges, store credit. */
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { violations } from '../support/axe.ts'
import { LONG_PRODUCT, LONG_WORD } from './long-names.ts'
import type { Staffed } from './made-for-staff.ts'
import { dialogOf, inTurn, press, type Screen } from './screen.ts'

/** `heavy` needs an e-way bill; each parcel of `parcels` gets an invoice of its own: both are accepted, and nothing is packed. `sent` is delivered. */
export type AfterSale = Staffed & { heavy: string; parcels: string; sent: string }

const close = (page: Page) => page.keyboard.press('Escape')
const accessible = async (page: Page): Promise<void> => expect(await violations(page)).toEqual([])
const dialog = (page: Page) => page.locator('dialog[open]').last()
const order = (name: 'heavy' | 'parcels' | 'sent') => (made: AfterSale) => `/admin/orders/${made[name]}`

/** Packs what the dialog suggests, and waits for the parcel. */
const pack = inTurn<unknown>(dialogOf('Ship'), press('Only pack it'), (page) => expect(page.locator('dialog[open]')).toHaveCount(0))

async function exchange(page: Page): Promise<void> {
  await dialogOf(/^Settle/)(page)
  await dialog(page).getByLabel('The customer gets').selectOption('Exchange')
  await expect(dialog(page).getByLabel('A difference is paid by')).toBeVisible()
}

/** Until the amounts are shown the dialog is busy, and Escape leaves it open. */
async function showAmounts(page: Page): Promise<void> {
  await press('Show the amounts')(page)
  await expect(dialog(page).getByRole('button', { name: 'Exchange', exact: true })).toBeVisible()
}

async function giveCredit(page: Page): Promise<void> {
  await dialog(page).getByLabel('Amount, ₹').fill('987654.50')
  await dialog(page).getByLabel('Reason for the customer').fill(`For the broken ${LONG_PRODUCT} ${LONG_WORD}`.slice(0, 200))
  await press('Save')(page)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}

export const afterSaleScreens: Screen<AfterSale>[] = [
  { route: 'admin/orders/:id', state: 'e-way bill needed', path: order('heavy'), act: accessible },
  { route: 'admin/orders/:id', state: 'e-way bill file', stay: true, act: inTurn(dialogOf('E-way bill file'), press('Download'), accessible), after: close },
  { route: 'admin/orders/:id', state: 'ship with an e-way bill', stay: true, act: dialogOf('Ship'), after: close },
  { route: 'admin/orders/:id', state: 'packed, e-way bill needed', stay: true, act: pack },
  { route: 'admin/orders/:id', state: 'e-way bill number', stay: true, act: inTurn(dialogOf(/^E-way bill Parcel 1/), accessible), after: close },
  { route: 'admin/orders/:id', state: 'invoice per parcel, accepted', path: order('parcels') },
  { route: 'admin/orders/:id', state: 'invoice per parcel, packed', stay: true, act: inTurn(pack, accessible) },
  { route: 'admin/orders/:id', state: 'invoice per parcel, unpack', stay: true, act: inTurn(dialogOf(/^Unpack/), accessible), after: close },
  {
    route: 'admin/orders/:id',
    state: 'exchange',
    path: ({ buyer }) => `/admin/orders/${buyer.orders.delivered}`,
    act: inTurn(exchange, accessible),
  },
  { route: 'admin/orders/:id', state: 'exchange, amounts', stay: true, act: showAmounts, after: close },
  { route: 'admin/orders/:id', state: 'decline a return', stay: true, act: inTurn(dialogOf(/^Decline/), accessible), after: close },
  { route: 'admin/orders/:id', state: 'book a return', path: order('sent'), act: inTurn(dialogOf('Book a return…'), accessible), after: close },
  { route: 'admin/returns', state: 'requested', path: '/admin/returns?state=requested', act: accessible },
  {
    route: 'admin/customers/:id',
    state: 'store credit',
    path: ({ buyer }) => `/admin/customers/${buyer.id}`,
    act: inTurn(dialogOf('Change…'), accessible),
  },
  { route: 'admin/customers/:id', state: 'store credit, refused', stay: true, act: press('Save') },
  { route: 'admin/customers/:id', state: 'store credit, given', stay: true, act: inTurn(giveCredit, accessible) },
]
