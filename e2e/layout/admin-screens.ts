/** The screens of the back office that show work: orders, customers, lists and figures. form-screens.ts has the forms. */
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { ORDER_STATES } from './made.ts'
import type { Staffed } from './made-for-staff.ts'
import { dialogOf, inTurn, press, type Screen } from './screen.ts'

const NOTHING = 'zzzz-nothing'
const close = (page: Page) => page.keyboard.press('Escape')
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
/** Presses a key once the list is rendered. */
const key =
  (keys: string) =>
  async (page: Page): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press(keys)
    await expect(page.locator('dialog[open]').last()).toBeVisible()
  }
const orders = (filters: string) => `/admin/orders?${filters}`

const orderScreens: Screen<Staffed>[] = [
  { route: 'admin/orders', state: 'many' },
  { route: 'admin/orders', state: 'long names', path: ({ buyer }) => orders(`customer=${buyer.id}`) },
  { route: 'admin/orders', state: 'selected', stay: true, act: selectAll },
  { route: 'admin/orders', state: 'question before accepting', stay: true, act: key('a'), after: close },
  { route: 'admin/orders', state: 'save a view', stay: true, act: dialogOf('Save view'), after: close },
  { route: 'admin/orders', state: 'columns', stay: true, act: press('Columns'), after: close },
  { route: 'admin/orders', state: 'days', stay: true, act: press('Placed'), after: close },
  { route: 'admin/orders', state: 'empty', path: orders(`q=${NOTHING}`) },
  {
    route: 'admin/orders',
    state: 'ship many',
    path: ({ buyer }) => orders(`customer=${buyer.id}&status=processing`),
    act: inTurn(selectAll, key('s')),
  },
  { route: 'admin/orders/remittances', state: 'all' },
  { route: 'admin/orders/remittances/:id', state: 'unknown', path: '/admin/orders/remittances/nothing' },
  { route: 'admin/orders/to-collect', state: 'open amounts' },
  { route: 'admin/orders/to-collect', state: 'record', stay: true, act: dialogOf(/^Record payment/), after: close },
  { route: 'admin/orders/to-collect', state: 'filtered, empty', path: `/admin/orders/to-collect?age=31&q=${NOTHING}` },
  ...ORDER_STATES.map((state): Screen<Staffed> => ({ route: 'admin/orders/:id', state, path: ({ buyer }) => `/admin/orders/${buyer.orders[state]}` })),
  { route: 'admin/orders/:id', state: 'unknown', path: '/admin/orders/nothing' },
  { route: 'admin/orders/:id', state: 'accept', path: ({ buyer }) => `/admin/orders/${buyer.orders.pending}`, act: dialogOf('Accept'), after: close },
  { route: 'admin/orders/:id', state: 'cancel', stay: true, act: dialogOf('Cancel the order'), after: close },
  { route: 'admin/orders/:id', state: 'change', stay: true, act: dialogOf('Change order'), after: close },
  { route: 'admin/orders/:id', state: 'ship', path: ({ buyer }) => `/admin/orders/${buyer.orders.processing}`, act: dialogOf('Ship') },
  { route: 'admin/orders/:id', state: 'change the courier', path: ({ buyer }) => `/admin/orders/${buyer.orders.shipped}`, act: dialogOf(/^Edit/) },
  { route: 'admin/orders/:id', state: 'verify', path: ({ buyer }) => `/admin/orders/${buyer.orders['UPI reference sent']}`, act: dialogOf('Verify payment') },
  {
    route: 'admin/orders/:id',
    state: 'remind',
    path: ({ buyer }) => `/admin/orders/${buyer.orders['to pay by UPI']}`,
    act: dialogOf(/^Remind/),
    after: close,
  },
  {
    route: 'admin/orders/:id',
    state: 'receive a return',
    path: ({ buyer }) => `/admin/orders/${buyer.orders.delivered}`,
    act: dialogOf(/^Receive/),
    after: close,
  },
  { route: 'admin/orders/:id', state: 'settle a return', stay: true, act: dialogOf(/^Settle/), after: close },
  {
    route: 'admin/orders/:id',
    state: 'refund',
    path: ({ buyer }) => `/admin/orders/${buyer.orders['refund due']}`,
    act: dialogOf(/^Mark refunded…/),
  },
]

const analytics = (state: string, query: string): Screen<Staffed> => ({ route: 'admin/sales-analytics', state, path: `/admin/sales-analytics?${query}` })

export const adminScreens: Screen<Staffed>[] = [
  { route: 'admin', state: 'many' },
  {
    route: 'admin',
    state: 'palette',
    stay: true,
    act: inTurn(key('ControlOrMeta+k'), (page) => page.getByRole('combobox').last().fill('Extra')),
    after: close,
  },
  { route: 'admin', state: 'keys', stay: true, act: key('?'), after: close },
  ...orderScreens,
  { route: 'admin/customers', state: 'many' },
  { route: 'admin/customers', state: 'long names', path: '/admin/customers?q=Srimathi' },
  { route: 'admin/customers', state: 'empty', path: `/admin/customers?q=${NOTHING}` },
  { route: 'admin/customers/:id', state: 'many orders, long names', path: ({ buyer }) => `/admin/customers/${buyer.id}` },
  { route: 'admin/customers/:id', state: 'edit', stay: true, act: dialogOf('Edit'), after: close },
  { route: 'admin/customers/:id', state: 'block', stay: true, act: dialogOf('Block…'), after: close },
  { route: 'admin/customers/:id', state: 'no account, long names', path: ({ guest }) => `/admin/customers/${guest}` },
  { route: 'admin/customers/:id', state: 'question before a code', stay: true, act: dialogOf('Code for their account…') },
  { route: 'admin/customers/:id', state: 'code', stay: true, act: press('Create code'), after: close },
  { route: 'admin/customers/:id', state: 'no order', path: ({ newcomer }) => `/admin/customers/${newcomer}` },
  analytics('overview', ''),
  analytics('as a table', 'show=table'),
  ...['product', 'category', 'customer', 'state', 'payment', 'stock', 'gst', 'einvoices', 'accounts'].map((view) => analytics(view, `view=${view}`)),
  { route: 'admin/sales-analytics/ledgers', state: 'names' },
  analytics('stock, all', 'view=stock&list=all'),
  analytics('documents of the return', 'view=gst&documents=yes&kind=b2c'),
  { route: 'admin/complaints', state: 'long names' },
  { route: 'admin/complaints', state: 'the whole text', stay: true, act: press('Show all') },
  { route: 'admin/complaints', state: 'empty', path: `/admin/complaints?q=${NOTHING}` },
  { route: 'admin/returns', state: 'long names' },
  { route: 'admin/mails', state: 'empty' },
  { route: 'admin/audit-log', state: 'many' },
  { route: 'admin/audit-log', state: 'empty', path: `/admin/audit-log?table=orders&q=${NOTHING}` },
  { route: 'admin/*', state: 'unknown screen', path: '/admin/no-such-screen' },
]

/** Screens of staff while reads of rows fail. */
export const failingAdminScreens: Screen<Staffed>[] = [
  'admin',
  'admin/orders',
  'admin/products',
  'admin/products/categories',
  'admin/products/expiry',
  'admin/customers',
  'admin/banners',
  'admin/discounts',
  'admin/sales-analytics',
  'admin/sales-analytics/ledgers',
  'admin/complaints',
  'admin/returns',
  'admin/mails',
  'admin/audit-log',
  'admin/settings/people',
  'admin/settings/mail',
  'admin/settings/numbers',
  'admin/settings/health',
  'admin/settings/api-keys',
  'admin/settings/webhooks',
  'admin/settings/delivery',
  'admin/orders/create',
  'admin/orders/to-collect',
  'admin/orders/remittances',
]
  .map((route): Screen<Staffed> => ({ route, state: 'error' }))
  .concat([
    { route: 'admin/orders/:id', state: 'error', path: ({ buyer }) => `/admin/orders/${buyer.orders.pending}` },
    { route: 'admin/customers/:id', state: 'error', path: ({ buyer }) => `/admin/customers/${buyer.id}` },
    { route: 'admin/discounts/:id', state: 'error', path: ({ discount }) => `/admin/discounts/${discount}` },
    { route: 'admin/products/edit/:id', state: 'error', path: ({ soldOut }) => `/admin/products/edit/${soldOut}` },
  ])
