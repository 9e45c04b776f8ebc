import { useCallback, useMemo, useState } from 'react'
import { useCart } from '../../../data/cart/cart.ts'
import type { CartItem } from '../../../data/cart/cart.ts'
import { putInCart } from '../../../data/cart/put-in-cart.ts'
import { useSession } from '../../../data/session/session.ts'
import type { BoughtBefore } from '../../../data/cart/bought-before.ts'
import type { ListedProduct } from '../../../data/shop/products.ts'

export type TradeCart = {
  signedIn: boolean
  /** Whether the session, and for a customer what they bought, has been read. */
  known: boolean
  items: readonly CartItem[]
  /** Why a change was undone, by product. */
  notes: ReadonlyMap<string, string>
  /** Products whose change waits for the connection. */
  waits: ReadonlySet<string>
  /** What the customer bought before, the latest first; null until it is read. */
  bought: readonly BoughtBefore[] | null
  quantityOf: (productId: string) => number
  /** The product as the cart has read it, which may be later than the page. */
  fresh: (product: ListedProduct) => ListedProduct
  set: (product: ListedProduct, quantity: number) => void
  note: (notes: ReadonlyMap<string, string>) => void
  setWaits: (productIds: ReadonlySet<string>) => void
  setBought: (bought: readonly BoughtBefore[] | null) => void
}

const none: ReadonlyMap<string, never> = new Map<string, never>()
const noIds: ReadonlySet<string> = new Set<string>()

/** The cart as the rows show it. */
export function useTradeCart(): TradeCart {
  const { items } = useCart()
  const { status } = useSession()
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(none)
  const [waits, setWaits] = useState(noIds)
  const [bought, setBought] = useState<readonly BoughtBefore[] | null>(null)

  const set = useCallback((product: ListedProduct, quantity: number) => {
    setNotes((before) => (before.has(product.id) ? new Map([...before].filter(([id]) => id !== product.id)) : before))
    putInCart(product, quantity)
  }, [])
  const note = useCallback((more: ReadonlyMap<string, string>) => setNotes((before) => new Map([...before, ...more])), [])

  return useMemo(() => {
    const held = new Map(items.map((item) => [item.product_id, item]))
    return {
      signedIn: status === 'signed-in',
      known: status === 'signed-out' || bought !== null,
      items,
      notes,
      waits,
      bought,
      quantityOf: (id) => held.get(id)?.quantity ?? 0,
      fresh: (product) => {
        const read = held.get(product.id)?.product
        return read ? { ...product, ...read, gst_percent: product.gst_percent } : product
      },
      set,
      note,
      setWaits,
      setBought,
    }
  }, [items, notes, waits, bought, status, set, note])
}
