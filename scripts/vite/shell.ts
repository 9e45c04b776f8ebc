/** The chunk that every public page loads: one file compresses better than thirty. Screens and the session client stay separate. */
import type { Plugin } from 'vite'
import { modulePath } from './module-path.ts'

/**
 * Only what public pages need at once: every byte here counts against the script budget (docs/rules.md#script-budget). A file that
 * is loaded later, such as the account menu or the calls of the cart, must not be in this list.
 */
const FILES = new Set([
  // The frame: document and header. Footer, tab bar and menu are HTML until the first action (app/ui/hydrate-later.tsx).
  'app/start/import-again.ts',
  'app/root.tsx',
  'app/ui/hydrate-later.tsx',
  'app/storefront/layout.tsx',
  'app/storefront/shell/cart-link.tsx',
  'app/storefront/shell/coming-page.tsx',
  'app/storefront/shell/header.tsx',
  'app/storefront/shell/hours-text.ts',
  'app/storefront/shell/mobile-menu.tsx',
  'app/storefront/shell/navigation-signs.tsx',
  'app/storefront/shell/search-field.tsx',
  'app/storefront/search/slash-key.ts',
  'app/storefront/shell/tool.tsx',
  'app/storefront/shell/use-root.ts',
  // What most pages show: product cards with their buttons, and what search engines read.
  'app/storefront/add-to-cart.tsx',
  'app/storefront/card.tsx',
  'app/storefront/heart.tsx',
  'app/storefront/json-ld.ts',
  'app/storefront/page-meta.ts',
  'app/storefront/section.tsx',
  'app/ui/page/breadcrumbs.tsx',
  'app/ui/button.tsx',
  'app/ui/page/failed-screen.tsx',
  'app/ui/pictures/icon.tsx',
  'app/ui/pictures/image-url.ts',
  'app/ui/pictures/picture.tsx',
  'app/ui/pictures/picture-transition.ts',
  'app/ui/product-card.tsx',
  'app/ui/overlay/toast.ts',
  'app/ui/overlay/toaster.tsx',
  'app/ui/hooks/use-hydrated.ts',
  'app/ui/page/wordmark.tsx',
  // The state of the page: reads of the catalogue, the cart's count, the session.
  'app/data/cart/cart-store.ts',
  'app/data/cart/cart-sync.ts',
  'app/data/cart/cart.ts',
  'app/data/cart/unsaved-changes.ts',
  'app/data/shop/categories.ts',
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
  'app/diagnostics/watch-errors.ts',
  'app/navigation/missing-code.ts',
  'app/ui/page/reload-page.ts',
  // Texts and rules that these files use.
  'app/words/en/data.ts',
  'app/words/en/shell.tsx',
  'app/words/en/ui.ts',
  'domain/money/money.ts',
  'domain/money/short-rupees.ts',
  'domain/prices/price-steps.ts',
  'domain/money/short-rupees.ts',
  'domain/prices/price-steps.ts',
  'domain/prices/price-tiers.ts',
  'domain/prices/tier-groups.ts',
  'domain/products/stock.ts',
  'domain/tax/gst.ts',
  'domain/text/slug.ts',
  'domain/text/uuid.ts',
  'domain/time/dates.ts',
])

/** React and the router whole: in chunks of their own they cost 0.8 kB more (gzip), and no page does without them. */
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler|react-router)\//

export const inShell = (id: string): boolean => FRAMEWORK.test(id) || FILES.has(modulePath(id))

/** What a list shows while it loads and when it fails; other pages load it with the first action. */
const WAITING = new Set(['app/ui/hooks/use-when-back-online.ts', 'app/ui/page/error-panel.tsx', 'app/ui/page/error-screen.tsx', 'app/ui/page/skeleton.tsx'])

export const inWaiting = (id: string): boolean => WAITING.has(modulePath(id))

/** What loads with the visitor's first action: footer, tab bar and menu, the shapes of coming pages, messages, blurred pictures. */
const LATER = new Set([
  'app/storefront/shell/coming-outline.tsx',
  'app/storefront/shell/footer.tsx',
  'app/storefront/shell/mobile-menu-links.tsx',
  'app/storefront/shell/site-links.tsx',
  'app/storefront/shell/tab-bar.tsx',
  'app/ui/overlay/toast-items.tsx',
  'app/ui/pictures/thumbhash-picture.ts',
])

export const inLater = (id: string): boolean => LATER.has(modulePath(id))

/** What the product page, the cart and the order pad share: four chunks of a few hundred bytes each compress worse than one. */
const BUYING = new Set([
  'app/data/shop/delivery-days.ts',
  'app/storefront/delivery-days/delivery-days.tsx',
  'app/ui/form/quantity-input.tsx',
  'domain/prices/product-price.ts',
  'domain/prices/tier-nudge.ts',
])

export const inBuying = (id: string): boolean => BUYING.has(modulePath(id))

/** What the trade list and the order pad share, of a few hundred bytes each as well. */
const ROWS = new Set(['app/data/cart/put-in-cart.ts', 'domain/prices/nearby-steps.ts'])

export const inRows = (id: string): boolean => ROWS.has(modulePath(id))

/**
 * What both views of /products and the page of a category need: filters, their button and chips, pages. It must not be in the chunk
 * of the route, which waits for its view: the view would wait for the route in turn.
 */
const LISTING = new Set([
  'app/navigation/remembered-view.ts',
  'app/storefront/products/chips.tsx',
  'app/storefront/products/filter-drawer.tsx',
  'app/storefront/products/filters.ts',
  'app/storefront/products/sort-select.tsx',
  'app/storefront/products/use-focus-on-next-page.ts',
  'app/storefront/products/view-switch.tsx',
  'app/storefront/products/when-offline.ts',
  'app/ui/page/pagination.tsx',
  'app/ui/hooks/use-late.ts',
  'app/words/en/lists.ts',
  'app/words/en/products.tsx',
])

export const inListing = (id: string): boolean => LISTING.has(modulePath(id))

/** The cards with their filters beside them. The trade list loads it when its filters are opened. */
const GRID = new Set([
  'app/storefront/products/filter-form.tsx',
  'app/storefront/products/grid-page.tsx',
  'app/storefront/products/listing-view.tsx',
  'app/storefront/products/price-range.tsx',
])

export const inGrid = (id: string): boolean => GRID.has(modulePath(id))

/** Stops the build where a file of the list has moved or is no longer loaded: it would silently move to other chunks. */
export function completeShell(): Plugin {
  return {
    name: 'complete-shell',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const loaded = new Set([...this.getModuleIds()].map(modulePath))
      const missing = [...FILES, ...WAITING, ...LATER, ...BUYING, ...LISTING, ...GRID].filter((file) => !loaded.has(file))
      if (missing.length > 0) this.error(`scripts/vite/shell.ts names files that the app does not load: ${missing.join(', ')}`)
    },
  }
}
