import { reloadCart } from './cart.ts'
import { keptCartStore } from './cart-kept.ts'
import { connectionStore } from '../api/connection.ts'

/** With the line's return the cart is read anew, which first saves what waits (cart-wire.ts). Returns how to stop. */
export function saveOnReturn(): () => void {
  const look = () => {
    if (connectionStore.read().line === 'online' && keptCartStore.read() !== null) void reloadCart()
  }
  // The line may have come back before this code did.
  look()
  return connectionStore.subscribe(look)
}
