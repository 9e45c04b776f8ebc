import { useState } from 'react'
import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-manual-order.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { KeyCaps } from '../../shell/key-caps.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CustomerPart } from './customer-part.tsx'
import { isReceived, keepDraft, onChannel, onDelivery, unitsOf } from './draft.ts'
import { LineTable } from './line-table.tsx'
import { Part } from './panel.tsx'
import { PaymentPart } from './payment-part.tsx'
import { ProductPicker } from './product-picker.tsx'
import { Segments } from './segments.tsx'
import { TotalsPart } from './totals-part.tsx'
import { useManualOrder } from './use-manual-order.ts'

/** The whole order on one screen: customer, products, totals, payment. */
export function ManualOrderForm({ onStartOver }: { onStartOver: () => void }) {
  const settings = useSettings()
  const [clearing, setClearing] = useState(false)
  const manual = useManualOrder(settings)
  const { draft, blank, errors, showAll, quote, current, order, change, customerBox, productBox, table, form } = manual
  const units = draft.lines.reduce((sum, { quantity }) => sum + (unitsOf(quantity) ?? 0), 0)
  const handsOver = draft.choices.delivery === 'collected'
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
          void order.make(draft, errors, current ? quote : undefined)
        }}
      >
        <FormAlert
          message={order.problem.message}
          fields={order.problem.message === null ? { ...order.problem.fields, ...(showAll ? errors : {}) } : {}}
          attempt={order.attempt}
        />
        {order.problem.lines.length > 0 ? (
          <ul className="list-disc rounded-sm bg-cancelled-tint py-3 pr-4 pl-8 text-cancelled">
            {order.problem.lines.map((line) => (
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
              errors={{ ...errors, ...order.problem.fields }}
              showAll={showAll}
              box={customerBox}
              onBuyer={(buyer) => void manual.chooseBuyer(buyer)}
              onSearch={manual.searchBuyer}
              onTexts={manual.changeTexts}
              onCopy={manual.copy}
            />
            <Part title={say.products} aside={draft.lines.length === 0 ? undefined : say.linesAndUnits(draft.lines.length, groupIndian(String(units)))}>
              {draft.lines.length === 0 ? null : (
                <div className="grid-room">
                  <LineTable
                    lines={draft.lines}
                    products={manual.byId}
                    quote={quote}
                    pricesIncludeGst={settings.pricesIncludeGst}
                    errors={errors}
                    showAll={showAll}
                    table={table}
                    onChange={manual.changeLine}
                    onRemove={manual.remove}
                    onNext={() => productBox.current?.focus()}
                  />
                </div>
              )}
              <div className="grid gap-2 p-4">
                <ProductPicker box={productBox} error={showAll ? (errors['find_product'] ?? null) : null} onPick={manual.add} />
                {draft.lines.length === 0 ? <p className="text-ink-2">{say.productsEmpty}</p> : null}
              </div>
            </Part>
          </div>
          <div className="grid min-w-0 gap-4 md:max-xl:grid-cols-2">
            <TotalsPart
              draft={draft}
              quote={quote}
              counting={!current}
              failed={manual.failed}
              settings={settings}
              errors={errors}
              showAll={showAll}
              onDraft={change}
              onDelivery={(delivery) => change(onDelivery(draft, delivery))}
              onRetry={manual.again}
            />
            <div className="grid content-start gap-4">
              <PaymentPart draft={draft} settings={settings} errors={{ ...errors, ...order.problem.fields }} showAll={showAll} onDraft={change} />
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
                {/* never disabled: a click on it focuses the errors */}
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

function Tick({ label, checked, disabled = false, onChange }: { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={`flex min-h-8 items-center gap-2 touch:min-h-11 ${disabled ? 'text-ink-3' : 'cursor-pointer'}`}>
      <input type="checkbox" className="tick flex-none" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
