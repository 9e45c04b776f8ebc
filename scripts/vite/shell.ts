/** The chunk that every public page loads: one file compresses better than thirty. Screens and the session client stay separate. */
import type { Plugin } from 'vite'
import { modulePath } from './module-path.ts'

/**
 * Only modules that public pages need at once: every byte here counts against the script budget (docs/rules.md#script-budget). A
 * file that is loaded later, such as the account menu or the calls of the cart, must not be in this list.
 */
const FILES = new Set([
  // The frame: document, header, footer, and menus without the parts that only a signed-in customer opens.
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
  // Parts of most pages: product cards with their buttons, and the data for search engines.
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

/** The whole router: with half of it in a separate chunk, each function name would appear twice. */
const ROUTER = /\/node_modules\/react-router\/dist\//

export const inShell = (id: string): boolean => ROUTER.test(id) || FILES.has(modulePath(id))

/** Stops the build if a file of the list has moved or is no longer loaded: otherwise it would silently end up in another chunk. */
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
