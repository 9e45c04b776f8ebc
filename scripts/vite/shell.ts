/** The chunk that every public page loads: one file compresses better than thirty. Screens and the session client stay separate. */
import type { Plugin } from 'vite'
import { modulePath } from './module-path.ts'

/**
 * Only what public pages need at once: every byte here counts against the script budget (docs/rules.md#script-budget). A file that
 * is loaded later, such as the account menu or the calls of the cart, must not be in this list.
 */
const FILES = new Set([
  // The frame: document, header, footer, menus without what only a signed-in customer opens.
  'app/root.tsx',
  'app/storefront/layout.tsx',
  'app/storefront/shell/coming-page.tsx',
  'app/storefront/shell/footer.tsx',
  'app/storefront/shell/header.tsx',
  'app/storefront/shell/hours-text.ts',
  'app/storefront/shell/mobile-menu.tsx',
  'app/storefront/shell/navigation-signs.tsx',
  'app/storefront/shell/site-links.tsx',
  'app/storefront/shell/tab-bar.tsx',
  'app/storefront/shell/tool.tsx',
  'app/storefront/shell/use-root.ts',
  // What most pages show: product cards with their buttons, and what search engines read.
  'app/storefront/add-to-cart.tsx',
  'app/storefront/card.tsx',
  'app/storefront/heart.tsx',
  'app/storefront/json-ld.ts',
  'app/storefront/page-meta.ts',
  'app/storefront/section.tsx',
  'app/ui/breadcrumbs.tsx',
  'app/ui/button.tsx',
  'app/ui/error-panel.tsx',
  'app/ui/error-screen.tsx',
  'app/ui/icon.tsx',
  'app/ui/image-url.ts',
  'app/ui/picture.tsx',
  'app/ui/product-card.tsx',
  'app/ui/thumbhash-picture.ts',
  'app/ui/toast.ts',
  'app/ui/toaster.tsx',
  'app/ui/use-hydrated.ts',
  'app/ui/wordmark.tsx',
  // The state of the page: reads of the catalogue, the cart's count, the session.
  'app/data/cart/cart-store.ts',
  'app/data/cart/cart-sync.ts',
  'app/data/cart/cart.ts',
  'app/data/shop/categories.ts',
  'app/data/api/connection.ts',
  'app/data/wishlist/marks.ts',
  'app/data/session/personal-storage.ts',
  'app/data/shop/products.ts',
  'app/data/api/publishable-key.ts',
  'app/data/api/read.ts',
  'app/data/cart/remembered-item.ts',
  'app/data/api/report.ts',
  'app/data/shop/root-data.ts',
  'app/data/api/server-message.ts',
  'app/data/session/session-state.ts',
  'app/data/session/session.ts',
  'app/data/session/stored-session.ts',
  'app/data/wishlist/wishes.ts',
  'app/diagnostics/tell-faults.ts',
  'app/navigation/missing-code.ts',
  'app/ui/reload-page.ts',
  // Texts and rules that these files use.
  'app/words/en/data.ts',
  'app/words/en/shell.tsx',
  'app/words/en/ui.ts',
  'domain/money/money.ts',
  'domain/prices/price-tiers.ts',
  'domain/products/stock.ts',
  'domain/tax/gst.ts',
  'domain/text/slug.ts',
  'domain/text/uuid.ts',
  'domain/time/dates.ts',
])

/** The whole router: half of it in a chunk of its own would name each function twice. */
const ROUTER = /\/node_modules\/react-router\/dist\//

export const inShell = (id: string): boolean => ROUTER.test(id) || FILES.has(modulePath(id))

/** What the product page, the cart and the order pad share: four chunks of a few hundred bytes each compress worse than one. */
const BUYING = new Set([
  'app/data/shop/delivery-days.ts',
  'app/storefront/delivery-days/delivery-days.tsx',
  'app/ui/quantity-input.tsx',
  'domain/prices/product-price.ts',
  'domain/prices/tier-nudge.ts',
])

export const inBuying = (id: string): boolean => BUYING.has(modulePath(id))

/** Stops the build where a file of the list has moved or is no longer loaded: it would silently move to other chunks. */
export function completeShell(): Plugin {
  return {
    name: 'complete-shell',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const loaded = new Set([...this.getModuleIds()].map(modulePath))
      const missing = [...FILES, ...BUYING].filter((file) => !loaded.has(file))
      if (missing.length > 0) this.error(`scripts/vite/shell.ts names files that the app does not load: ${missing.join(', ')}`)
    },
  }
}
