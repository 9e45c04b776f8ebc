/** Changes of the cart's own page: each is shown at once, written by itself, and undone with a message when the shop refuses it. */
import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { serverMessage } from '../api/server-message.ts'
import type { CartItem } from './cart-calls.ts'
import { endChanges, readCart, showChanges } from './cart-store.ts'
import type { Change } from './cart-store.ts'
import { inTurn, notifyOtherTabs, offlineCart, owner, reloadCart, saveSoon, stopWaiting } from './cart-sync.ts'

const SAVE_AFTER_MS = 350

/** Shows the quantity at once and saves it after a short delay; 0 or below removes the line. */
export function setQuantity(productId: string, quantity: number): void {
  if (quantity <= 0) return removeFromCart(productId)
  const userId = owner
  if (!userId) return
  const change = { productId, quantity, userId }
  showChanges([change])
  saveSoon(
    productId,
    SAVE_AFTER_MS,
    () => void write(async () => (await offlineCart()).updateQuantity(userId, productId, quantity), say.updateFailed, [change]),
  )
}

/** Removes the line at once, with an undo. */
export function removeFromCart(productId: string): void {
  const userId = owner
  const removed = readCart().items.find((item) => item.product_id === productId)
  if (!userId || !removed) return
  stopWaiting(productId)
  const change = { productId, quantity: 0, userId }
  showChanges([change])
  void forget(userId, removed, change)
}

async function forget(userId: string, item: CartItem, change: Change) {
  if (!(await write(async () => (await offlineCart()).removeItem(userId, item.product_id), say.removeFailed, [change]))) return
  async function putBack() {
    if (await write(async () => (await offlineCart()).addItem(userId, item.product_id, item.quantity), say.addFailed)) await reloadCart()
  }
  toast({ title: say.itemRemoved, description: item.product?.name, tone: 'success', action: { label: say.undo, onClick: () => void putBack() } })
}

export async function clearCart(): Promise<void> {
  const userId = owner
  if (!userId) return
  const shown = readCart().items.map((item) => ({ productId: item.product_id, quantity: 0, userId }))
  showChanges(shown)
  if (await write(async () => (await offlineCart()).removeAll(userId), say.clearFailed, shown)) toast({ title: say.cartCleared, tone: 'success' })
}

/** Ends `shown` with the write that saves them. A failed write shows a message and is undone by reading the cart again. */
async function write(work: () => Promise<void>, failure: string, shown: readonly Change[] = []): Promise<boolean> {
  const userId = owner
  const end = (saved: boolean) => {
    if (owner === userId) endChanges(shown, saved)
  }
  try {
    await inTurn(async () => {
      await work()
      end(true)
    })
    notifyOtherTabs()
    return true
  } catch (error) {
    toast({ title: serverMessage(error, failure), tone: 'error' })
    end(false)
    await reloadCart()
    return false
  }
}
