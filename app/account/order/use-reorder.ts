import { useState } from 'react'
import { planReorder } from '#domain/orders/reorder.ts'
import type { BoughtLine, ReorderLine } from '#domain/orders/reorder.ts'
import * as say from '#words/order.tsx'
import { addAllToCart } from '../../data/cart/add-all.ts'
import { useCart } from '../../data/cart/cart.ts'
import { readProducts } from '../../data/cart/cart-calls.ts'
import type { OrderItem } from '../../data/orders/orders.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { toast } from '../../ui/overlay/toast.ts'

export type Reorder = { busy: boolean; report: ReorderLine[] | null; start: () => void; close: () => void }

/** For a list of orders: `busy` is the id of the one that is being added, and `start` reads its lines first. */
export type Reorders = {
  busy: string | null
  report: ReorderLine[] | null
  start: (id: string, read: () => Promise<readonly BoughtLine[]>) => void
  close: () => void
}

/** Puts the order's products into the cart again, as available today, and reports for each line what changed (docs/rules.md#reorder). */
export function useReorder(items: readonly OrderItem[]): Reorder {
  const { busy, report, start, close } = useReorders()
  return { busy: busy !== null, report, start: () => start('', () => Promise.resolve(items)), close }
}

export function useReorders(): Reorders {
  const cart = useCart()
  const [busy, setBusy] = useState<string | null>(null)
  const [report, setReport] = useState<ReorderLine[] | null>(null)

  async function run(items: readonly BoughtLine[]) {
    const ids = [...new Set(items.flatMap(({ product_id: id }) => (id === null ? [] : [id])))]
    const products = new Map((await readProducts(ids)).map((product) => [product.id, product]))
    const lines = planReorder(items, products, cart.items)
    const wanted = lines.flatMap(({ productId, adds }) => (productId !== null && adds > 0 ? [{ product_id: productId, quantity: adds }] : []))
    const added = wanted.length === 0 ? { ok: true as const, added: [] } : await addAllToCart(wanted)
    if (!added.ok) throw new Error(added.message)
    // Taken off sale between the read and the add: the cart left it out, so the report says so too.
    return lines.map((line): ReorderLine =>
      line.adds > 0 && !added.added.includes(line.productId ?? '') ? { ...line, adds: 0, changes: [{ kind: 'gone' }] } : line,
    )
  }

  return {
    busy,
    report,
    start: (id, read) => {
      if (busy !== null) return
      setBusy(id)
      // A second report is a new one: it takes the focus again.
      setReport(null)
      read()
        .then(run)
        .then(setReport)
        .catch((error: unknown) => toast({ title: serverMessage(error, say.reorderFailed), description: say.reorderFailedText, tone: 'error' }))
        .finally(() => setBusy(null))
    },
    close: () => setReport(null),
  }
}
