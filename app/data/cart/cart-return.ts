import { reloadCart } from './cart.ts'
import { keptCartStore } from './cart-kept.ts'
import { connectionStore } from '../api/connection.ts'

/** When the connection returns, reads the cart again, which first saves the pending changes (cart-wire.ts). Returns a function that stops it. */
export function saveOnReturn(): () => void {
  const look = () => {
    if (connectionStore.read().line === 'online' && keptCartStore.read() !== null) void reloadCart()
  }
  // The connection may have returned before this code loaded.
  look()
  return connectionStore.subscribe(look)
}
