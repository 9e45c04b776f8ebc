/**
 * The chunks of the public pages, listed by hand: a few files compress better than thirty. Screens and the session client stay
 * separate; what signed-in screens share is in shared-chunks.ts.
 */
import type { Plugin } from 'vite'
import { modulePath } from './module-path.ts'

/**
 * Only what public pages need at once: every byte here counts against the script budget (docs/rules.md#script-budget). A file that
 * is loaded later, such as the account menu or the calls of the cart, must not be in this list.
 */
const SHELL = [
  // The frame: document and header. Footer, tab bar and menu are HTML until the first action (app/ui/hydrate-later.tsx).
  'app/start/import-again.ts',
  'app/root.tsx',
  'app/ui/first-action.ts',
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
  'domain/prices/price-tiers.ts',
  'domain/prices/tier-groups.ts',
  'domain/products/stock.ts',
  'domain/tax/gst.ts',
  'domain/text/slug.ts',
  'domain/text/uuid.ts',
  'domain/time/dates.ts',
]

/** What a list shows while it loads and when it fails; other pages load it with the first action. */
const WAITING = ['app/ui/hooks/use-when-back-online.ts', 'app/ui/page/error-panel.tsx', 'app/ui/page/error-screen.tsx', 'app/ui/page/skeleton.tsx']

/** What loads with the visitor's first action: footer, tab bar and menu, the shapes of coming pages, messages, blurred pictures. */
const LATER = [
  'app/storefront/shell/coming-outline.tsx',
  'app/storefront/shell/footer.tsx',
  'app/storefront/shell/mobile-menu-links.tsx',
  'app/storefront/shell/site-links.tsx',
  'app/storefront/shell/tab-bar.tsx',
  'app/ui/overlay/toast-items.tsx',
  'app/ui/pictures/thumbhash-picture.ts',
]

/** What the product page, the cart and the order pad share: four chunks of a few hundred bytes each compress worse than one. */
const BUYING = [
  'app/data/shop/delivery-days.ts',
  'app/storefront/delivery-days/delivery-days.tsx',
  'app/ui/form/quantity-input.tsx',
  'domain/prices/product-price.ts',
  'domain/prices/tier-nudge.ts',
]

/** What the trade list and the order pad share, of a few hundred bytes each as well. */
const ROWS = ['app/data/cart/put-in-cart.ts', 'domain/prices/nearby-steps.ts']

/**
 * What both views of /products and the page of a category need: filters, their button and chips, pages. It must not be in the chunk
 * of the route, which waits for its view: the view would wait for the route in turn.
 */
const LISTING = [
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
]

/** The cards with their filters beside them. The trade list loads it when its filters are opened. */
const GRID = [
  'app/storefront/products/filter-form.tsx',
  'app/storefront/products/grid-page.tsx',
  'app/storefront/products/listing-view.tsx',
  'app/storefront/products/price-range.tsx',
]

/** React and the router whole: in chunks of their own they cost 0.8 kB more (gzip), and no page does without them. */
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler|react-router)\//

const CHUNKS = { shell: SHELL, waiting: WAITING, later: LATER, buying: BUYING, rows: ROWS, listing: LISTING, grid: GRID }

/** For the bundler: a chunk for each list, the shell before all others. */
export const publicChunks = Object.entries(CHUNKS).map(([name, files]) => {
  const listed = new Set(files)
  const isShell = files === SHELL
  return { name, priority: isShell ? 1 : 0, test: (id: string): boolean => listed.has(modulePath(id)) || (isShell && FRAMEWORK.test(id)) }
})

/** Stops the build where a file of a list has moved or is no longer loaded: it would silently move to other chunks. */
export function completeChunks(): Plugin {
  return {
    name: 'complete-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const loaded = new Set([...this.getModuleIds()].map(modulePath))
      const missing = Object.values(CHUNKS)
        .flat()
        .filter((file) => !loaded.has(file))
      if (missing.length > 0) this.error(`scripts/vite/public-chunks.ts names files that the app does not load: ${missing.join(', ')}`)
    },
  }
}
