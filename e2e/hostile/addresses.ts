/** Addresses below every prefix that the shop serves, well formed and malformed. */
import { oddString } from './bodies.ts'
import type { Random } from './random.ts'
import type { Target } from './target.ts'

/** A path with its query, and the field names that a request body for it would have. */
export type Address = { path: string; names: readonly string[]; json: boolean }

const ODD_PATHS = [
  '//',
  '//[',
  '/http://[',
  '/%',
  '/%00',
  '/..%2f..%2fkeys.json',
  '/.data/keys.json',
  '/%ff%fe',
  '/a\\b',
  '/?',
  '/#',
  '/*',
  '/;',
  '/__manifest?p=%2F',
  '/_root.data',
  '/products.data?page=%00',
  '/service-worker.js',
  '/assets/../../package.json',
  `/${'a/'.repeat(300)}`,
  `/${'x'.repeat(7_000)}`,
  `/products?q=${'%25'.repeat(2_000)}`,
]
const PAGES = [
  '/',
  '/products',
  '/categories',
  '/about',
  '/terms',
  '/privacy',
  '/shipping',
  '/refunds',
  '/contact',
  '/pages/a',
  '/cart',
  '/order-pad',
  '/login',
  '/register',
  '/checkout',
  '/dashboard',
  '/admin',
  '/admin/login',
  '/sitemap.xml',
  '/sitemap-products.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/health',
]
const OPERATORS = ['eq', 'neq', 'gt', 'like', 'ilike', 'match', 'imatch', 'in', 'is', 'cs', 'ov', 'fts', 'wfts(english)', 'not.eq', 'eq(any)', 'nope', '']
const AUTH = [
  'signup',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'token?grant_type=',
  'verify',
  'verify?token=x&type=signup',
  'verify?token_hash=%00&type=recovery&redirect_to=//evil.example',
  'recover',
  'resend',
  'otp',
  'magiclink',
  'user',
  'logout',
  'logout?scope=global',
  'reauthenticate',
  'factors',
  'factors/x/challenge',
  'factors/00000000-0000-0000-0000-000000000000/verify',
  'sessions',
  'settings',
  'health',
  'admin/users',
  'admin/users/x',
  'admin/generate_link',
  'authorize?provider=x',
  'callback',
  '.well-known/jwks.json',
  'nope',
  '',
]
const STORAGE = [
  'bucket',
  'bucket/product_images',
  'bucket/x',
  'object/list/product_images',
  'object/sign/product_images/x',
  'object/sign/product_images',
  'object/move',
  'object/copy',
  'object/product_images/x.svg',
  'object/product_images/../../x',
  'object/public/product_images/x.webp',
  'object/public/banner_images/%00',
  'object/info/public/product_images/x',
  'object/authenticated/invoices/x.pdf',
  'object/upload/sign/product_images/x',
  'upload/resumable',
  'render/image/public/product_images/x.webp?width=99999&quality=101',
  'render/image/public/product_images/x.webp?width=333&format=avif',
  'nope',
  '',
]
const FUNCTIONS = [
  'place-order',
  'create-manual-order',
  'quote-manual-order',
  'change-order',
  'quote-order-change',
  'generate-pdf',
  'print-documents',
  'start-payment',
  'confirm-payment',
  'check-payment',
  'razorpay-webhook',
  'send-email-hook',
  'report-log',
  'file-complaint',
  'delete-my-account',
  'export-my-data',
  'set-role',
  'api-keys',
  'gst-return',
  'account-exports',
  'nope',
  '__proto__',
  'constructor',
  '',
]
const REALTIME = ['api/broadcast', 'websocket', 'websocket?vsn=1.0.0', 'api/tenants', '']

const value = (random: Random): string => encodeURIComponent(oddString(random).replace(/[\ud800-\udfff]/g, ''))

function select(random: Random, target: Target): string {
  const table = random.pick(target.tables)
  const kind = random.int(8)
  if (kind === 0) return '*'
  if (kind === 1) return '*,'.repeat(random.int(400))
  if (kind === 2) return `${'categories(products('.repeat(random.int(30))}id${'))'.repeat(random.int(30))}`
  if (kind === 3) return `categories(products(${Array.from({ length: random.int(80) }, (_, place) => `a${place}:description`).join(',')}))`
  if (kind === 4)
    return random.pick(['count()', 'id.count()', 'stock.sum()', 'price::text', 'a->b->>c', '...categories(name)', 'x:', '"', 'categories!inner(*)'])
  return [...random.some(4, () => random.pick(table.columns)), `${table.name}(*)`].join(',')
}

function query(random: Random, target: Target, columns: readonly string[]): string {
  const column = (): string => (random.chance(0.9) && columns.length > 0 ? random.pick(columns) : value(random))
  const parts = [
    ...(random.chance(0.6) ? [`select=${select(random, target)}`] : []),
    ...random.some(3, () => `${column()}=${random.pick(OPERATORS)}.${random.pick([value(random), '(a,b)', '{1,2}', '*a*b*c*d*', '(a%2B)%2B%24', 'null'])}`),
    ...(random.chance(0.2) ? [`or=${'('.repeat(random.int(60))}${column()}.eq.1${')'.repeat(random.int(60))}`] : []),
    ...(random.chance(0.2) ? [`order=${column()}.${random.pick(['asc', 'desc.nullslast', 'up', ''])}`] : []),
    ...(random.chance(0.3) ? [`limit=${random.pick(['0', '1', '1000', '99999999999', '-1', 'x'])}`] : []),
    ...(random.chance(0.2) ? [`offset=${random.pick(['0', '5', '1000000', '-9', '9'.repeat(40)])}`] : []),
    ...(random.chance(0.05) ? [`columns=${'a,'.repeat(300)}`] : []),
    ...(random.chance(0.05) ? [`on_conflict=${value(random)}`] : []),
  ]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

export function hostileAddress(random: Random, target: Target): Address {
  const kind = random.int(100)
  const under = (prefix: string, rest: readonly string[], names: readonly string[]): Address => ({ path: `${prefix}/${random.pick(rest)}`, names, json: true })
  if (kind < 36) {
    const { name, columns } = random.chance(0.97) ? random.pick(target.tables) : { name: value(random), columns: [] }
    return { path: `/rest/v1/${name}${query(random, target, columns)}`, names: columns.slice(0, 6), json: true }
  }
  if (kind < 52) {
    const { name, args } = random.pick(target.procedures)
    const inQuery = random.chance(0.3) ? `?${args.map((arg) => `${arg}=${value(random)}`).join('&')}` : query(random, target, [])
    return { path: `/rest/v1/rpc/${name}${inQuery}`, names: args, json: true }
  }
  if (kind < 62) return under('/auth/v1', AUTH, ['email', 'password', 'type', 'token', 'refresh_token', 'data', 'code'])
  if (kind < 72) return under('/storage/v1', STORAGE, ['prefix', 'limit', 'offset', 'name', 'bucketId', 'sourceKey', 'destinationKey', 'expiresIn'])
  if (kind < 80) return under('/functions/v1', FUNCTIONS, ['idempotency_key', 'shipping', 'payment_method', 'lines', 'type', 'orderId', 'entries', 'order_id'])
  if (kind < 83) return under('/realtime/v1', REALTIME, ['messages'])
  if (kind < 90) return { path: random.pick(ODD_PATHS), names: [], json: false }
  const page = random.chance(0.3) ? random.pick(target.productPaths) : random.pick(PAGES)
  const asked = random.chance(0.5)
    ? ''
    : `?${random.pick(['page', 'q', 'category', 'sort', 'brand', 'min', 'max', 'stock', 'x'])}=${random.chance(0.3) ? value(random) : random.int(5_000)}`
  return { path: `${page}${asked}`, names: [], json: false }
}
