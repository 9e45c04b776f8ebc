import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every URL of the shop on one page. */
export default [
  layout('storefront/layout.tsx', [
    index('storefront/home/route.tsx'),
    route('products', 'storefront/products/route.tsx'),
    route('products/:slug/:id', 'storefront/product/route.tsx'),
    route('category/:id', 'storefront/category/route.tsx'),
    route('categories', 'storefront/categories/route.tsx'),
    route('about', 'storefront/about/route.tsx'),
    route('terms', 'storefront/terms/route.tsx'),
    route('privacy', 'storefront/privacy/route.tsx'),
    route('shipping', 'storefront/shipping/route.tsx'),
    route('refunds', 'storefront/refunds/route.tsx'),
    route('contact', 'storefront/contact/route.tsx'),
    route('pages/:slug', 'storefront/own-page/route.tsx'),
    route('cart', 'storefront/cart/route.tsx'),
    route('order-pad', 'storefront/order-pad/route.tsx'),

    // Behind a sign-in: these render in the browser (docs/rules.md#sessions).
    route('dashboard', 'account/dashboard/route.tsx'),
    route('profile', 'account/profile/route.tsx'),
    route('profile/security', 'account/security/route.tsx'),
    route('my-orders', 'account/my-orders/route.tsx', { id: 'my-orders' }),
    route('orders', 'account/my-orders/route.tsx', { id: 'orders' }),
    route('wishlist', 'storefront/wishlist/route.tsx'),
    route('notifications', 'account/notifications/route.tsx'),
    route('order-confirmation/:orderId', 'account/order/route.tsx'),
    route('invoice/:id', 'account/invoice/route.tsx'),

    route('*', 'storefront/not-found/route.tsx'),
  ]),

  // A signed-in screen without menu, tabs and footer.
  layout('storefront/checkout/layout.tsx', [route('checkout', 'storefront/checkout/route.tsx')]),

  layout('storefront/auth-layout.tsx', [
    route('login', 'storefront/login/route.tsx'),
    route('register', 'storefront/register/route.tsx'),
    route('forgot-password', 'storefront/forgot-password/route.tsx'),
    route('reset-password', 'storefront/reset-password/route.tsx'),
  ]),

  // Requested by the product page and the cart.
  route('delivery-days', 'storefront/delivery-days/route.ts'),

  // For search engines.
  route('robots.txt', 'storefront/crawlers/robots.ts'),
  route('sitemap.xml', 'storefront/crawlers/sitemap.ts'),
  route('sitemap-pages.xml', 'storefront/crawlers/sitemap-pages.ts'),
  route('sitemap-products.xml', 'storefront/crawlers/sitemap-products.ts'),

  route('admin/login', 'admin/login/route.tsx'),
  route('admin/join', 'admin/join/route.tsx'),
  route('admin', 'admin/layout.tsx', [
    index('admin/index/route.tsx'),
    route('orders', 'admin/orders/route.tsx'),
    route('orders/:id', 'admin/orders/order/route.tsx'),
    route('orders/create', 'admin/orders/create/route.tsx'),
    route('orders/bank-statement', 'admin/orders/bank-statement/route.tsx'),
    route('orders/to-collect', 'admin/orders/to-collect/route.tsx'),
    route('orders/remittances', 'admin/orders/remittances/route.tsx'),
    route('orders/remittances/book', 'admin/orders/remittances/book/route.tsx'),
    route('orders/remittances/:id', 'admin/orders/remittances/one/route.tsx'),
    route('products', 'admin/products/route.tsx'),
    route('products/categories', 'admin/categories/route.tsx'),
    route('products/expiry', 'admin/products/expiry/route.tsx'),
    route('products/add', 'admin/products/edit/route.tsx', { id: 'product-add' }),
    route('products/edit/:id', 'admin/products/edit/route.tsx', { id: 'product-edit' }),
    route('products/families/new', 'admin/products/families/route.tsx', { id: 'family-new' }),
    route('products/families/:id', 'admin/products/families/route.tsx', { id: 'family-edit' }),
    route('products/import', 'admin/products/import/route.tsx'),
    route('products/import/pictures', 'admin/products/import/zip/route.tsx'),
    route('customers', 'admin/customers/route.tsx'),
    route('customers/:id', 'admin/customers/one/route.tsx'),
    route('banners', 'admin/banners/route.tsx'),
    route('discounts', 'admin/discounts/route.tsx'),
    route('discounts/:id', 'admin/discounts/edit/route.tsx'),
    route('settings', 'admin/settings/route.tsx'),
    route('settings/brand', 'admin/settings/brand/route.tsx'),
    route('settings/delivery', 'admin/settings/delivery/route.tsx'),
    route('settings/home', 'admin/settings/home/route.tsx'),
    route('settings/numbers', 'admin/settings/numbers/route.tsx'),
    route('settings/mail', 'admin/settings/mail/route.tsx'),
    route('settings/messages/:key?', 'admin/settings/messages/route.tsx'),
    route('settings/pages/:page?', 'admin/settings/pages/route.tsx'),
    route('settings/own-pages', 'admin/settings/own-pages/route.tsx'),
    route('settings/own-pages/:id', 'admin/settings/own-pages/edit/route.tsx'),
    route('settings/opening', 'admin/settings/opening/route.tsx'),
    route('settings/health', 'admin/settings/health/route.tsx'),
    route('settings/people', 'admin/settings/people/route.tsx'),
    route('sales-analytics', 'admin/sales-analytics/route.tsx'),
    route('sales-analytics/ledgers', 'admin/sales-analytics/ledgers/route.tsx'),
    route('complaints', 'admin/complaints/route.tsx'),
    route('returns', 'admin/returns/route.tsx'),
    route('mails', 'admin/mails/route.tsx'),
    route('audit-log', 'admin/audit-log/route.tsx'),
    route('security', 'admin/security/route.tsx'),
    route('*', 'admin/not-found/route.tsx'),
  ]),

  route('manifest.webmanifest', 'pwa/manifest.ts'),
] satisfies RouteConfig
