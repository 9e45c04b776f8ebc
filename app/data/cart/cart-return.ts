import { reloadCart } from './cart.ts'
import { cachedCartStore } from './cached-cart.ts'
import { connectionStore } from '../api/connection.ts'

/** When the connection returns, reads the cart again, which first saves the pending changes (offline-cart.ts). Returns a function that stops it. */
export function saveOnReturn(): () => void {
  const look = () => {
    if (connectionStore.read().line === 'online' && cachedCartStore.read() !== null) void reloadCart()
  }
  // The connection may have returned before this code loaded.
  look()
  return connectionStore.subscribe(look)
}
