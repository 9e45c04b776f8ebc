/** The screens of the back office that change the shop: catalogue, manual order, banners, discounts and settings, with their dialogs. */
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { LONG_PRODUCT, LONG_WORD } from './long-names.ts'
import type { Staffed } from './made-for-staff.ts'
import { dialogOf, inTurn, press, type Screen } from './screen.ts'

const close = (page: Page) => page.keyboard.press('Escape')
const longProducts = `/admin/products?q=${LONG_WORD}`
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check()

const list = [
  'Item Code;Particulars;Item Group;M.R.P.;Rate;GST%;HSN/SAC;Closing Stock;Remarks',
  `LAYOUT-${LONG_WORD};${LONG_PRODUCT};Test ${LONG_WORD};1,200;Rs. 999/-;18%;3304.99.10;12;${LONG_PRODUCT}`,
  `LAYOUT-2;Too dear;Test;100;120;18;3304;5;x`,
  `LAYOUT-3;;Test;100;90;18;330;-5;x`,
].join('\r\n')
const chooseFile = async (page: Page): Promise<void> => {
  await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: `${LONG_WORD}.csv`, mimeType: 'text/csv', buffer: Buffer.from(list) })
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible()
}
const check = async (page: Page): Promise<void> => {
  await press('Check 3 rows')(page)
  await expect(page.getByRole('button', { name: /^Errors/ }).first()).toBeVisible()
}

/** Lines of a bank for the buyer's orders: one whose money is right, more than enough, too little, and of nobody. */
const chooseStatement = async (page: Page, { buyer }: Staffed): Promise<void> => {
  const order = buyer.orders['UPI reference sent'].slice(0, 8)
  const lines = [
    'Date,Narration,Deposit',
    `24/11/26,"UPI-ORDER ${order}-${LONG_PRODUCT}",123456.50`,
    `24/11/26,UPI-${LONG_WORD}-ORDER ${order},1`,
    `24/11/26,${LONG_WORD},9999999.99`,
    `99/11/26,${LONG_WORD},5`,
  ]
  await page.getByLabel(/^Choose/).setInputFiles({ name: `${LONG_WORD}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByRole('region', { name: 'To check' })).toBeVisible()
  await page.getByRole('region', { name: 'No order found' }).getByRole('heading').click()
}
const chooseUnknownStatement = async (page: Page): Promise<void> => {
  const text = `${LONG_WORD},${LONG_PRODUCT}\n24/11/26,${LONG_WORD}`
  await page.getByLabel(/^Choose/).setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await press('Read the lines')(page)
}

const chooseRemittance = async (page: Page, { buyer }: Staffed): Promise<void> => {
  const lines = ['AWB,Order ID,COD Amount,Freight,A column without a meaning', `${LONG_WORD},,123456.50,50,${LONG_PRODUCT}`, `X-${buyer.id.slice(0, 8)},,1,0,`]
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: `${LONG_WORD}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByRole('region', { name: 'Check before booking' }).first()).toBeVisible()
}

const catalogue: Screen<Staffed>[] = [
  { route: 'admin/products', state: 'many' },
  { route: 'admin/products', state: 'sold out', path: '/admin/products?stock=out' },
  { route: 'admin/products', state: 'empty', path: '/admin/products?q=zzzz-nothing' },
  { route: 'admin/products', state: 'long names', path: longProducts },
  { route: 'admin/products', state: 'more of a row', stay: true, act: press(/^More for/), after: close },
  { route: 'admin/products', state: 'price in its place', stay: true, act: press(/^Change the price of/), after: close },
  { route: 'admin/products', state: 'selected', path: longProducts, act: selectAll },
  {
    route: 'admin/products',
    state: 'change prices',
    stay: true,
    act: inTurn(dialogOf('Change prices'), (page) => page.getByLabel('Amount').fill('10')),
    after: close,
  },
  { route: 'admin/products', state: 'edit many', stay: true, act: dialogOf('Edit'), after: close },
  { route: 'admin/products/add', state: 'empty' },
  { route: 'admin/products/add', state: 'with errors', stay: true, act: press('Save') },
  { route: 'admin/products/edit/:id', state: 'long names, many tiers', path: ({ buyer }) => `/admin/products/edit/${buyer.long.id}` },
  { route: 'admin/products/edit/:id', state: 'delete', stay: true, act: inTurn(press('More'), dialogOf(/^Delete/)), after: close },
  { route: 'admin/products/families/new', state: 'empty', path: '/admin/products/families/new' },
  { route: 'admin/products/families/new', state: 'with a product', path: ({ soldOut }) => `/admin/products/families/new?of=${soldOut}` },
  { route: 'admin/products/families/:id', state: 'long names', path: ({ family }) => `/admin/products/families/${family}` },
  { route: 'admin/products/families/:id', state: 'dissolve', stay: true, act: inTurn(press('More'), dialogOf(/^Dissolve/)), after: close },
  { route: 'admin/products/families/:id', state: 'unknown', path: '/admin/products/families/nothing' },
  { route: 'admin/products/edit/:id', state: 'sold out', path: ({ soldOut }) => `/admin/products/edit/${soldOut}` },
  { route: 'admin/products/categories', state: 'long names' },
  { route: 'admin/products/categories', state: 'add', stay: true, act: dialogOf('Add category'), after: close },
  { route: 'admin/products/categories', state: 'delete', stay: true, act: (page, { category }) => dialogOf(`Delete ${category}`)(page), after: close },
  { route: 'admin/products/expiry', state: 'long names', path: '/admin/products/expiry?expires=in90' },
  { route: 'admin/products/expiry', state: 'none', path: '/admin/products/expiry?expires=expired' },
  { route: 'admin/products/import/pictures', state: 'choose' },
  { route: 'admin/products/import', state: 'file' },
  { route: 'admin/products/import', state: 'columns', stay: true, act: chooseFile },
  { route: 'admin/products/import', state: 'check', stay: true, act: check },
]

const settings: Screen<Staffed>[] = [
  { route: 'admin/settings', state: 'filled' },
  {
    route: 'admin/settings',
    state: 'owner’s password',
    stay: true,
    act: inTurn((page) => page.getByLabel('Store name').fill(LONG_PRODUCT), dialogOf('Save')),
    after: close,
  },
  { route: 'admin/settings/brand', state: 'empty' },
  { route: 'admin/settings/home', state: 'empty' },
  { route: 'admin/settings/opening', state: 'checklist' },
  { route: 'admin/settings/numbers', state: 'filled' },
  { route: 'admin/settings/health', state: 'problems' },
  { route: 'admin/settings/api-keys', state: 'none' },
  { route: 'admin/settings/api-keys', state: 'new key', stay: true, act: dialogOf('New key'), after: close },
  { route: 'admin/settings/webhooks', state: 'no address' },
  { route: 'admin/settings/delivery', state: 'a zone', act: press('Add zone') },
  { route: 'admin/settings/mail', state: 'filled' },
  { route: 'admin/settings/messages/:key?', state: 'list', path: '/admin/settings/messages' },
  { route: 'admin/settings/messages/:key?', state: 'one', path: '/admin/settings/messages/mail_recovery' },
  { route: 'admin/settings/pages/:page?', state: 'first', path: '/admin/settings/pages' },
  { route: 'admin/settings/pages/:page?', state: 'one', path: '/admin/settings/pages/terms' },
  { route: 'admin/settings/own-pages', state: 'long names' },
  { route: 'admin/settings/own-pages/:id', state: 'empty', path: '/admin/settings/own-pages/new' },
  { route: 'admin/settings/own-pages/:id', state: 'errors', stay: true, act: press('Save') },
  { route: 'admin/settings/own-pages/:id', state: 'unknown', path: '/admin/settings/own-pages/nothing' },
  {
    route: 'admin/settings/own-pages/:id',
    state: 'long text, delete',
    path: ({ page }) => `/admin/settings/own-pages/${page.id}`,
    act: dialogOf('Delete'),
    after: close,
  },
  { route: 'admin/settings/people', state: 'long names' },
  { route: 'admin/settings/people', state: 'invite', stay: true, act: dialogOf('Invite staff'), after: close },
  { route: 'admin/settings/people', state: 'change a role', stay: true, act: dialogOf(/^Change role/), after: close },
  { route: 'admin/security', state: 'off' },
]

export const formScreens: Screen<Staffed>[] = [
  ...catalogue,
  { route: 'admin/orders/create', state: 'empty' },
  { route: 'admin/orders/create', state: 'with errors', stay: true, act: (page) => page.keyboard.press('ControlOrMeta+Enter') },
  { route: 'admin/orders/create', state: 'new customer', stay: true, act: press('New customer') },
  {
    route: 'admin/orders/create',
    state: 'long names',
    path: ({ buyer }) => `/admin/orders/create?customer=${buyer.id}`,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Add a product' }).fill(LONG_WORD)
      await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await press(/^Set a custom price/)(page)
    },
  },
  { route: 'admin/orders/remittances/book', state: 'empty' },
  { route: 'admin/orders/remittances/book', state: 'checked', stay: true, act: chooseRemittance },
  { route: 'admin/orders/bank-statement', state: 'empty' },
  { route: 'admin/orders/bank-statement', state: 'unknown columns', stay: true, act: chooseUnknownStatement },
  { route: 'admin/orders/bank-statement', state: 'receipts', stay: true, act: chooseStatement },
  {
    route: 'admin/orders/bank-statement',
    state: 'question before booking',
    stay: true,
    act: inTurn((page) => page.getByRole('checkbox').first().check(), dialogOf(/^Book/)),
    after: close,
  },
  { route: 'admin/banners', state: 'long names' },
  { route: 'admin/banners', state: 'add', stay: true, act: dialogOf('Add banner'), after: close },
  { route: 'admin/banners', state: 'delete', stay: true, act: (page, { banner }) => dialogOf(`Delete ${banner}`)(page), after: close },
  { route: 'admin/discounts', state: 'long names' },
  { route: 'admin/discounts/:id', state: 'new', path: '/admin/discounts/new' },
  { route: 'admin/discounts/:id', state: 'with errors', stay: true, act: press('Save') },
  { route: 'admin/discounts/:id', state: 'long names', path: ({ discount }) => `/admin/discounts/${discount}` },
  ...settings,
]
