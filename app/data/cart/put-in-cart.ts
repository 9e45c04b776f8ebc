/**
 * Changes of the trade list: many in a short time. Each is on this device (unsaved-changes.ts) and shown before `putInCart` returns, also
 * before the session has been read, and they are saved together shortly after the last one.
 */
import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { sessionStore } from '../session/session.ts'
import { storedSession } from '../session/stored-session.ts'
import type { ListedProduct } from '../shop/products.ts'
import { addToCart } from './cart.ts'
import { asCartProduct, quantityInCart, showChanges } from './cart-store.ts'
import { notifyOtherTabs, reloadCart, saveSoon, start } from './cart-sync.ts'
import { recordChange } from './unsaved-changes.ts'

const SAVE_AFTER_MS = 400

/** Sets the quantity of a product in the cart; 0 removes it, with an undo. A visitor is asked to log in. */
export function putInCart(product: ListedProduct, quantity: number): void {
  start()
  const { status, user } = sessionStore.read()
  const userId = status === 'loading' ? storedSession()?.user.id : user?.id
  if (!userId) return void addToCart(product, quantity)
  if (status === 'loading') {
    askAgain = () => putInCart(product, quantity)
    stop ??= sessionStore.subscribe(lookAtSession)
  }
  const before = quantityInCart(product.id)
  recordChange(userId, product.id, quantity)
  showChanges([{ productId: product.id, quantity, product: asCartProduct(product), userId, queued: true }])
  // Reading the cart saves first what waits (offline-cart.ts).
  saveSoon('trade list', SAVE_AFTER_MS, () => void reloadCart().then(notifyOtherTabs))
  if (quantity === 0 && before > 0) {
    toast({ title: say.itemRemoved, description: product.name, tone: 'success', action: { label: say.undo, onClick: () => putInCart(product, before) } })
  }
}

let askAgain: () => void
let stop: (() => void) | undefined

/** A stored session may turn out to have ended: then the last press asks for the login. */
function lookAtSession() {
  const { status } = sessionStore.read()
  if (status === 'loading') return
  stop?.()
  if (status === 'signed-out') askAgain()
}
