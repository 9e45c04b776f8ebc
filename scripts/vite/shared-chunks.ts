/**
 * The chunks of modules that several screens share: back office, account, forms and cart. By itself the bundler makes a chunk for each set of screens
 * that share a module. That was 368 for this app, half of them below 1.5 kB: a screen of the back office loaded up to 95, and each costs a request
 * through the service worker, which is more than its bytes (docs/decisions/0139-shared-chunks.md).
 *
 * A module is put into one of these chunks if enough screens need it, and nothing that a public page loads at once does. What such a
 * module imports is needed by at least the same screens, so that these chunks cannot import each other in a circle.
 */
import type { Plugin, Rolldown } from 'vite'
import { modulePath } from './module-path.ts'

type Module = Pick<Rolldown.ModuleInfo, 'dynamicImporters' | 'importers' | 'isEntry'>
type Graph = { getModuleInfo: (id: string) => Module | null }

/** The parts of the app that share chunks, by the files of their screens and of what these import later. Every other screen is a public page. */
const PARTS = {
  backOffice: /^app\/admin\//,
  account: /^app\/(account\/|storefront\/(checkout|order-pad|wishlist)\/|storefront\/products\/list\/(before|counter)\.tsx$)/,
  forms: /^app\/storefront\/(auth-layout\.tsx$|(contact|forgot-password|login|register|reset-password)\/)/,
  cart: /^app\/storefront\/cart\//,
  /** The amount in the header of a signed-in customer. */
  amount: /^app\/storefront\/shell\/cart-amount\.tsx$/,
  /** After a session has ended, and modules that only import libraries. Counted, so that what they load is not taken for a public page's, but never a reason for a shared chunk. */
  rare: /^app\/data\/(account\/addresses|api\/(queries|supabase-client)|session\/(give-code|sign-in-again))\.tsx?$/,
  /** What any page may load with the first action or after it. */
  later: /^app\/((data|diagnostics|pwa|ui)\/|storefront\/(search\/|shell\/|product\/(notify-me|zoom-dialog)\.tsx$|products\/list\/scanner\.tsx$))/,
} as const

type PartName = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as PartName[]

/** A module that fewer screens of a part need stays in a chunk of its own: the others would load it for nothing. */
const ENOUGH: Partial<Record<PartName, number>> = { backOffice: 6, account: 3, forms: 3, cart: 1, amount: 1 }

/** Every screen of the back office is inside it. */
const BACK_OFFICE_LAYOUT = 'app/admin/layout.tsx'

const LIBRARY = /\/node_modules\/@tanstack\//

/** The files of the entries that load this module with them: screens, and modules that are imported later. */
function entriesOf(id: string, graph: Graph): Set<string> {
  const entries = new Set<string>()
  const seen = new Set([id])
  for (const at of seen) {
    const module = graph.getModuleInfo(at)
    if (module === null) continue
    if (module.isEntry || module.dynamicImporters.length > 0) entries.add(modulePath(at))
    for (const importer of module.importers) seen.add(importer)
  }
  return entries
}

/** The name of a module's chunk; null leaves it to the bundler. */
export function sharedChunk(id: string, graph: Graph): string | null {
  const module = graph.getModuleInfo(id)
  if (module === null || module.isEntry || module.dynamicImporters.length > 0) return null
  const entries = entriesOf(id, graph)
  const count = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<PartName, number>
  for (const entry of entries) {
    const part = NAMES.find((name) => PARTS[name].test(entry))
    if (part === undefined) return null
    count[part] += 1
  }
  if (entries.size < 2) return null
  if (LIBRARY.test(id)) return 'query'
  const enough = (part: PartName) => count[part] >= (ENOUGH[part] ?? Infinity) || (part === 'backOffice' && entries.has(BACK_OFFICE_LAYOUT))
  if (!NAMES.some(enough)) return null
  // From what most visitors load to what few do: no screen loads a chunk that is meant for fewer visitors.
  if (count.later > 0) return 'common'
  if (count.amount > 0) return 'quote'
  if (count.forms > 0) return enough('forms') ? 'forms' : null
  if (count.cart > 0) return 'ordering'
  if (count.account > 0) return count.backOffice > 0 ? 'signed-in' : 'account'
  return 'back-office'
}

/** Lets the chunk of a screen export what others import from it, which the bundler requires of chunks that leave out what their modules import. */
export function sharedChunks(): Plugin {
  return {
    name: 'shared-chunks',
    apply: 'build',
    configEnvironment: {
      // After the router's plugin, which forbids it.
      order: 'post',
      handler: (name) => (name === 'client' ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } } : undefined),
    },
  }
}
