import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/admin-manual-order.ts'
import { fetchProducts } from '../../../data/admin/orders/manual-order-products.ts'
import type { PickedProduct } from '../../../data/admin/orders/manual-order-products.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { toastUndo } from '../../ui/undo.ts'
import { draftErrors, isBlank, keepDraft, keptDraft, newDraft, unitsOf } from './draft.ts'
import type { Buyer, BuyerTexts, Draft, DraftLine } from './draft.ts'
import { useMakeOrder } from './use-make-order.ts'
import { useQuote } from './use-quote.ts'

/** The draft of a manual order, its quote, and the focus after each step. */
export function useManualOrder(settings: StoreSettings) {
  const [draft, setDraft] = useState<Draft>(() => keptDraft() ?? newDraft())
  const { quote, current, failed, again } = useQuote(draft)
  const order = useMakeOrder((refusal) => {
    // The order that this key made stays valid; the next submission is another order.
    if (refusal === 'KEY_REUSED') setDraft((was) => ({ ...was, key: crypto.randomUUID() }))
    again()
  })
  const customerBox = useRef<HTMLInputElement>(null)
  const productBox = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const ids = draft.lines.map(({ productId }) => productId)
  const products = useQuery({ queryKey: ['manual-products', 'lines', ids], queryFn: () => fetchProducts(ids), placeholderData: keepPreviousData })
  const [picked, setPicked] = useState<ReadonlyMap<string, PickedProduct>>(new Map())
  const byId = new Map([...picked, ...(products.data ?? []).map((one) => [one.id, one] as const)])
  const errors = draftErrors(draft, settings)
  const showAll = order.attempt > 0
  const blank = isBlank(draft)

  useEffect(() => {
    keepDraft(blank || order.done ? null : draft)
  }, [draft, blank, order.done])

  const change = (some: Partial<Draft>) => {
    setDraft((was) => ({ ...was, ...some }))
    order.forget()
  }
  // Counts who was named as the customer. What is read about one, and comes after another was named or looked for, is dropped.
  const turn = useRef(0)
  const searchBuyer = () => void (turn.current += 1)
  /** @param chosen a promise: what has to be read first; undefined if no customer was found */
  async function chooseBuyer(chosen: Buyer | null | Promise<Buyer | undefined>) {
    searchBuyer()
    const mine = turn.current
    if (!(chosen instanceof Promise)) return setBuyer(chosen)
    const buyer = await chosen.catch(() => void toast({ title: say.buyerFailed, tone: 'error' }))
    return buyer && turn.current === mine ? setBuyer(buyer) : undefined
  }
  function setBuyer(buyer: Buyer | null) {
    change({ buyer })
    // The pressed button is gone, so the next question takes the focus. At the counter that is the products, before the name.
    const next = () => {
      if (buyer === null) return customerBox.current
      const asked = buyer.kind === 'new' && draft.choices.delivery !== 'collected'
      return asked ? form.current?.querySelector<HTMLInputElement>('input[name="full_name"]') : productBox.current
    }
    // After a slow answer someone may be typing elsewhere.
    const busyElsewhere = document.activeElement?.matches('input, textarea, select') === true && document.activeElement !== customerBox.current
    if (!busyElsewhere) requestAnimationFrame(() => next()?.focus())
  }
  // Applies to the latest state, not to the one of this render: a PIN code changes its own field and the State at once.
  const changeTexts = (texts: Partial<BuyerTexts>) => {
    setDraft((was) => (was.buyer === null ? was : { ...was, buyer: { ...was.buyer, texts: { ...was.buyer.texts, ...texts } } }))
    order.forget()
  }
  const changeLine = (productId: string, some: Partial<DraftLine>) => {
    setDraft((was) => ({ ...was, lines: was.lines.map((line) => (line.productId === productId ? { ...line, ...some } : line)) }))
    order.forget()
  }
  function add(chosen: PickedProduct) {
    setPicked((was) => new Map(was).set(chosen.id, chosen))
    order.forget()
    setDraft((was) => ({ ...was, lines: withMore(was.lines, chosen.id, Math.max(1, Math.min(chosen.min_order_quantity, chosen.stock))) }))
    // The quantity is the next field.
    requestAnimationFrame(() => table.current?.querySelector<HTMLInputElement>(`input[name="quantity-${chosen.id}"]`)?.focus())
  }
  async function copy(read: () => Promise<{ product_id: string; quantity: number }[]>) {
    const of = turn.current
    const lines = await read()
    if (turn.current !== of) return undefined
    if (lines.length === 0) return toast({ title: say.nothingToCopy })
    setDraft((was) => ({ ...was, lines: lines.reduce((all, { product_id, quantity }) => withMore(all, product_id, quantity), was.lines) }))
    return toast({ title: say.copied(lines.length), tone: 'success' })
  }
  function remove(line: DraftLine) {
    const place = draft.lines.indexOf(line)
    change({ lines: draft.lines.filter((one) => one !== line) })
    productBox.current?.focus()
    toastUndo(say.removed(byId.get(line.productId)?.name ?? ''), () => {
      // The product may have been added again in the meantime.
      setDraft((was) => (was.lines.some(({ productId }) => productId === line.productId) ? was : { ...was, lines: was.lines.toSpliced(place, 0, line) }))
      return Promise.resolve()
    })
  }

  useShortcuts([
    { keys: 'c', label: say.focusCustomer, group: say.group, run: () => customerBox.current?.focus() },
    { keys: '/', label: say.focusProduct, group: say.group, run: () => productBox.current?.focus() },
    { keys: 'Mod+Enter', label: say.createPlain, group: say.group, inFields: true, run: () => form.current?.requestSubmit() },
  ])

  return {
    draft,
    blank,
    byId,
    errors,
    showAll,
    quote,
    current,
    failed,
    again,
    order,
    customerBox,
    productBox,
    table,
    form,
    change,
    chooseBuyer,
    searchBuyer,
    changeTexts,
    changeLine,
    add,
    copy,
    remove,
  }
}

/** Adding a product again increases the quantity of its line. */
function withMore(lines: readonly DraftLine[], productId: string, quantity: number): DraftLine[] {
  const there = lines.find((line) => line.productId === productId)
  if (!there) return [...lines, { productId, quantity: String(quantity), price: null, reason: '', anyQuantity: false }]
  const more = String((unitsOf(there.quantity) ?? 0) + quantity)
  return lines.map((line) => (line === there ? { ...line, quantity: more } : line))
}
