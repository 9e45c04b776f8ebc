import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatRupees, groupIndian, toPaise } from '#domain/money.ts'
import * as say from '#words/admin-manual-order.ts'
import { fetchProducts } from '../../../data/admin-manual-order.ts'
import type { PickedProduct } from '../../../data/admin-manual-order.ts'
import { useSettings } from '../../../data/use-settings.ts'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { toast } from '../../../ui/toast.ts'
import { KeyCaps } from '../../shell/key-caps.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toastUndo } from '../../ui/undo.ts'
import { CustomerPart } from './customer-part.tsx'
import { faultsOf, isBlank, isReceived, keepDraft, keptDraft, newDraft, onChannel, onDelivery, unitsOf } from './draft.ts'
import type { Buyer, BuyerTexts, Draft, DraftLine } from './draft.ts'
import { LineTable } from './line-table.tsx'
import { Part } from './panel.tsx'
import { PaymentPart } from './payment-part.tsx'
import { ProductPicker } from './product-picker.tsx'
import { Segments } from './segments.tsx'
import { TotalsPart } from './totals-part.tsx'
import { useMakeOrder } from './use-make-order.ts'
import { useQuote } from './use-quote.ts'

/** The whole order on one screen: who, what, what it costs, how it is paid. */
export function ManualOrderForm({ onStartOver }: { onStartOver: () => void }) {
  const settings = useSettings()
  const [draft, setDraft] = useState<Draft>(() => keptDraft() ?? newDraft())
  const [clearing, setClearing] = useState(false)
  const { quote, current, failed, again } = useQuote(draft)
  const order = useMakeOrder((refusal) => {
    // What this key made stands; whatever is pressed next is another order.
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
  const byId = new Map([...picked, ...(products.data ?? []).map((product) => [product.id, product] as const)])
  const faults = faultsOf(draft, settings)
  const showAll = order.attempt > 0
  const blank = isBlank(draft)

  useEffect(() => {
    keepDraft(blank || order.done ? null : draft)
  }, [draft, blank, order.done])

  const change = (some: Partial<Draft>) => {
    setDraft((was) => ({ ...was, ...some }))
    order.forget()
  }
  function chooseBuyer(buyer: Buyer | null) {
    change({ buyer })
    // What was pressed is gone: on to what is said next. Who comes to the counter says what she wants before who she is.
    const next = () => {
      if (buyer === null) return customerBox.current
      const asked = buyer.kind === 'new' && draft.delivery !== 'collected'
      return asked ? form.current?.querySelector<HTMLInputElement>('input[name="full_name"]') : productBox.current
    }
    requestAnimationFrame(() => next()?.focus())
  }
  // Onto what was, not onto what this render showed: a PIN code changes its own field and the State at once.
  const changeTexts = (texts: Partial<BuyerTexts>) => {
    setDraft((was) => (was.buyer === null ? was : { ...was, buyer: { ...was.buyer, texts: { ...was.buyer.texts, ...texts } } }))
    order.forget()
  }
  const changeLine = (productId: string, some: Partial<DraftLine>) => {
    setDraft((was) => ({ ...was, lines: was.lines.map((line) => (line.productId === productId ? { ...line, ...some } : line)) }))
    order.forget()
  }
  function add(product: PickedProduct) {
    setPicked((was) => new Map(was).set(product.id, product))
    order.forget()
    setDraft((was) => ({ ...was, lines: withMore(was.lines, product.id, Math.max(1, Math.min(product.min_order_quantity, product.stock))) }))
    // The quantity is what is said next.
    requestAnimationFrame(() => table.current?.querySelector<HTMLInputElement>(`input[name="quantity-${product.id}"]`)?.focus())
  }
  function copy(lines: { product_id: string; quantity: number }[]) {
    if (lines.length === 0) return toast({ title: say.nothingToCopy })
    setDraft((was) => ({ ...was, lines: lines.reduce((all, { product_id, quantity }) => withMore(all, product_id, quantity), was.lines) }))
    return toast({ title: say.copied(lines.length), tone: 'success' })
  }
  function remove(line: DraftLine) {
    const place = draft.lines.indexOf(line)
    change({ lines: draft.lines.filter((one) => one !== line) })
    productBox.current?.focus()
    toastUndo(say.removed(byId.get(line.productId)?.name ?? ''), () => {
      // Added again meanwhile, it is there already.
      setDraft((was) => (was.lines.some(({ productId }) => productId === line.productId) ? was : { ...was, lines: was.lines.toSpliced(place, 0, line) }))
      return Promise.resolve()
    })
  }

  useShortcuts([
    { keys: 'c', label: say.focusCustomer, group: say.group, run: () => customerBox.current?.focus() },
    { keys: '/', label: say.focusProduct, group: say.group, run: () => productBox.current?.focus() },
    { keys: 'Mod+Enter', label: say.createPlain, group: say.group, inFields: true, run: () => form.current?.requestSubmit() },
  ])

  const units = draft.lines.reduce((sum, { quantity }) => sum + (unitsOf(quantity) ?? 0), 0)
  const handsOver = draft.delivery === 'collected'
  const nobodyMailed = draft.buyer !== null && draft.buyer.kind !== 'account' && draft.buyer.texts.email.trim() === ''
  return (
    <>
      <PageHead
        title={say.title}
        aside={blank ? undefined : say.draftKept}
        actions={
          blank ? undefined : (
            <button type="button" className="ctl" onClick={() => setClearing(true)}>
              {say.startOver}
            </button>
          )
        }
      />
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void order.make(draft, faults, current ? quote : undefined)
        }}
      >
        <FormAlert
          message={order.told.message}
          fields={order.told.message === null ? { ...order.told.fields, ...(showAll ? faults : {}) } : {}}
          attempt={order.attempt}
        />
        {order.told.lines.length > 0 ? (
          <ul className="list-disc rounded-sm bg-cancelled-tint py-3 pr-4 pl-8 text-cancelled">
            {order.told.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        <div className="max-w-md">
          <Segments
            legend={say.channel}
            name="channel"
            value={draft.channel}
            options={say.channels}
            onChoose={(channel) => change(onChannel(draft, channel))}
          />
        </div>
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_344px]">
          <div className="grid min-w-0 gap-4">
            <CustomerPart
              draft={draft}
              faults={{ ...faults, ...order.told.fields }}
              showAll={showAll}
              box={customerBox}
              onBuyer={chooseBuyer}
              onTexts={changeTexts}
              onCopy={copy}
            />
            <Part title={say.products} aside={draft.lines.length === 0 ? undefined : say.linesAndUnits(draft.lines.length, groupIndian(String(units)))}>
              {draft.lines.length === 0 ? null : (
                <div className="grid-room">
                  <LineTable
                    lines={draft.lines}
                    products={byId}
                    quote={quote}
                    pricesIncludeGst={settings.pricesIncludeGst}
                    faults={faults}
                    showAll={showAll}
                    table={table}
                    onChange={changeLine}
                    onRemove={remove}
                    onNext={() => productBox.current?.focus()}
                  />
                </div>
              )}
              <div className="grid gap-2 p-4">
                <ProductPicker box={productBox} error={showAll ? (faults['find_product'] ?? null) : null} onPick={add} />
                {draft.lines.length === 0 ? <p className="text-ink-2">{say.productsEmpty}</p> : null}
              </div>
            </Part>
          </div>
          <div className="grid min-w-0 gap-4 md:max-xl:grid-cols-2">
            <TotalsPart
              draft={draft}
              quote={quote}
              counting={!current}
              failed={failed}
              settings={settings}
              faults={faults}
              showAll={showAll}
              onDraft={change}
              onDelivery={(delivery) => change(onDelivery(draft, delivery))}
              onRetry={again}
            />
            <div className="grid content-start gap-4">
              <PaymentPart draft={draft} settings={settings} faults={{ ...faults, ...order.told.fields }} showAll={showAll} onDraft={change} />
              <div className="grid gap-2 rounded-md border border-line p-4">
                {handsOver ? (
                  <Tick
                    label={say.handOver}
                    checked={draft.handOver && isReceived(draft)}
                    disabled={!isReceived(draft)}
                    onChange={(handOver) => change({ handOver })}
                  />
                ) : null}
                {handsOver && draft.handOver && isReceived(draft) ? null : (
                  <Tick label={say.accept} checked={draft.accept} onChange={(accept) => change({ accept })} />
                )}
                <Tick label={say.mailBuyer} checked={draft.mail && !nobodyMailed} disabled={nobodyMailed} onChange={(mail) => change({ mail })} />
                {nobodyMailed ? <p className="text-ink-2">{say.mailNobody}</p> : null}
                {/* never disabled: pressed with faults it leads to them */}
                <button type="submit" aria-disabled={order.making} className="ctl ctl-main mt-2 min-h-11">
                  {order.making ? say.creating : quote && current ? say.create(formatRupees(toPaise(quote.totals.total_amount))) : say.createPlain}
                  <span aria-hidden="true" className="max-md:hidden">
                    <KeyCaps keys="Mod+Enter" />
                  </span>
                </button>
              </div>
            </div>
          </div>
        </div>
      </form>
      <LeaveGuard when={!blank && !order.making && !order.done} title={say.leaveTitle} text={say.leaveText} stay={say.stay} leave={say.leave} />
      {clearing ? (
        <ConfirmDialog
          title={say.startOverTitle}
          confirm={say.startOver}
          keep={say.startOverKeep}
          onConfirm={() => {
            keepDraft(null)
            onStartOver()
            return Promise.resolve()
          }}
          onClose={() => setClearing(false)}
        >
          {say.startOverText}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** A product twice is one line of both quantities. */
function withMore(lines: readonly DraftLine[], productId: string, quantity: number): DraftLine[] {
  const there = lines.find((line) => line.productId === productId)
  if (!there) return [...lines, { productId, quantity: String(quantity), price: null, reason: '', anyQuantity: false }]
  const more = String((unitsOf(there.quantity) ?? 0) + quantity)
  return lines.map((line) => (line === there ? { ...line, quantity: more } : line))
}

function Tick({ label, checked, disabled = false, onChange }: { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={`flex min-h-8 items-center gap-2 max-md:min-h-11 ${disabled ? 'text-ink-3' : 'cursor-pointer'}`}>
      <input type="checkbox" className="tick flex-none" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
