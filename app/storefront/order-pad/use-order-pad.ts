import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { addAllToCart } from '../../data/cart/add-all.ts'
import { useCart } from '../../data/cart/cart.ts'
import type { CartProduct } from '../../data/cart/cart-calls.ts'
import { matchOrderLines, nearOrderLines } from '../../data/cart/order-pad.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useOffers } from '../cart/use-offers.ts'
import { isSameList, listOf } from './list-text.ts'
import { validateRows, type ValidatedPad } from './validate-rows.ts'
import { parseOrderList } from './parse-order-list.ts'
import { askAgain, mergeRows, offerNear, openTerms, resolveLines, termsOf, type PadRow } from './resolve-lines.ts'
import { useSavedList } from './use-saved-list.ts'

export type PadStatus =
  | { kind: 'typing' }
  | { kind: 'checking' }
  | { kind: 'checked'; /** near matches are still loading */ looking: boolean }
  | { kind: 'failed'; error: unknown }
  | { kind: 'nothing' }

/** `left`: rows that were not added */
export type PadReport = { products: number; units: number; left: number }

export type OrderPad = {
  text: string
  status: PadStatus
  /** Whether there are results, or will be in a moment. */
  busy: boolean
  pad: ValidatedPad
  /** lines beyond the limit, which were not looked up */
  tail: number
  /** The list has other lines than those that the rows are the result of: it has to be checked again. */
  changed: boolean
  adding: boolean
  report: PadReport | null
  loginNeeded: boolean
  type: (text: string) => void
  check: (text?: string) => Promise<void>
  clear: () => void
  setQuantity: (key: string, quantity: number) => void
  choose: (key: string, product: CartProduct) => void
  /** of a product that was recognised by its name */
  askAgain: (key: string) => void
  remove: (key: string) => void
  addAll: () => Promise<void>
}

/** The complete state of the order pad: typing, checking, correcting, adding. It exists only in this screen and in the browser's storage. */
export function useOrderPad(): OrderPad {
  const settings = useSettings()
  const { items } = useCart()
  const [text, setText] = useState('')
  const [rows, setRows] = useState<PadRow[]>([])
  /** The list that the rows are the result of, and its lines that were not looked up. */
  const [source, setSource] = useState<{ text: string; tail: readonly string[] }>({ text: '', tail: [] })
  const [status, setStatus] = useState<PadStatus>({ kind: 'typing' })
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
  const [report, setReport] = useState<PadReport | null>(null)
  const [loginNeeded, setLoginNeeded] = useState(false)
  const [edits, setEdits] = useState(0)
  const saved = useSavedList(emptyScreen)
  /** The number of the current check: a late answer of an older one must not overwrite its result. */
  const turn = useRef(0)
  const productIds = useMemo(() => rows.flatMap(({ product }) => (product === null ? [] : [product.id])), [rows])
  const { offers } = useOffers(productIds)
  const pad = useMemo(() => validateRows(rows, items, settings, { gone, offers }), [rows, items, settings, gone, offers])
  const differs = useMemo(() => !isSameList(text, source.text), [text, source])
  const changed = differs && rows.length > 0

  useEffect(() => {
    const list = saved.open()
    if (list === null) return
    setText(list.text)
    if (list.checked) void check(list.text)
    // Runs once, when the screen opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  // Stable, so that unchanged rows do not render again.
  const edit = useCallback((change: (before: PadRow[]) => PadRow[]) => {
    setRows((before) => mergeRows(change(before)))
    setEdits((count) => count + 1)
  }, [])
  const setQuantity = useCallback(
    (key: string, quantity: number) => edit((before) => before.map((row) => (row.key === key ? { ...row, quantity, badQuantity: false } : row))),
    [edit],
  )
  const choose = useCallback(
    (key: string, product: CartProduct) =>
      edit((before) => before.map((row) => (row.key === key ? { ...row, product, choices: [], choosing: null, matched: null } : row))),
    [edit],
  )
  const ask = useCallback((key: string) => edit((before) => before.map((row) => (row.key === key ? askAgain(row) : row))), [edit])
  const remove = useCallback((key: string) => edit((before) => before.filter((row) => row.key !== key)), [edit])

  // Corrections in the rows are also written to the list and stored with it, but never over lines that were typed since the check.
  useEffect(() => {
    if (edits === 0 || differs) return
    const written = listOf(rows, source.tail)
    setText(written)
    setSource({ ...source, text: written })
    saved.save({ text: written, checked: true })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [edits])

  function emptyScreen() {
    turn.current += 1
    setText('')
    setRows([])
    setSource({ text: '', tail: [] })
    setReport(null)
    setStatus({ kind: 'typing' })
  }

  async function check(given = text) {
    const current = ++turn.current
    const { lines, tail } = parseOrderList(given)
    setReport(null)
    setGone(new Set())
    if (lines.length === 0) {
      setRows([])
      setStatus({ kind: 'nothing' })
      return
    }
    saved.save({ text: given, checked: true })
    setStatus({ kind: 'checking' })
    try {
      const found = await matchOrderLines(termsOf(lines))
      if (current !== turn.current) return
      const resolved = resolveLines(lines, found)
      const open = openTerms(lines, resolved)
      setRows(resolved)
      setSource({ text: given, tail })
      setStatus({ kind: 'checked', looking: open.size > 0 })
      await nearOrderLines([...new Set([...open.values()].flat())], (near) => {
        if (current === turn.current) setRows((before) => offerNear(before, open, near))
      })
      if (current === turn.current) setStatus({ kind: 'checked', looking: false })
    } catch (error) {
      if (current === turn.current) setStatus({ kind: 'failed', error })
    }
  }

  async function addAll() {
    const wanted = pad.ready.flatMap(({ product, quantity }) => (product && quantity !== null ? [{ product_id: product.id, quantity }] : []))
    if (wanted.length === 0 || changed) return
    setAdding(true)
    const result = await addAllToCart(wanted)
    setAdding(false)
    if (!result.ok) {
      setLoginNeeded(result.code === 'LOGIN_REQUIRED')
      toast({ title: result.message, tone: result.code === 'FAILED' ? 'error' : 'plain' })
      return
    }
    const added = new Set(result.added)
    const stays = rows.filter((row) => row.product === null || !added.has(row.product.id) || !pad.ready.some((ready) => ready.key === row.key))
    setGone(new Set(wanted.map((line) => line.product_id).filter((id) => !added.has(id))))
    setReport({
      products: added.size,
      units: wanted.filter((line) => added.has(line.product_id)).reduce((sum, line) => sum + line.quantity, 0),
      left: stays.length,
    })
    edit(() => stays)
    if (stays.length === 0) setStatus({ kind: 'typing' })
  }

  return {
    text,
    status,
    busy: rows.length > 0 || status.kind === 'checking',
    pad,
    tail: source.tail.length,
    changed,
    adding,
    report,
    loginNeeded,
    check,
    addAll,
    setQuantity,
    choose,
    askAgain: ask,
    remove,
    type(next) {
      setText(next)
      saved.save({ text: next, checked: false })
    },
    clear() {
      emptyScreen()
      saved.save(null)
    },
  }
}
