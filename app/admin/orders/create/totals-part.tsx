import type { ReactNode } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { shortRupees } from '#domain/money/short-rupees.ts'
import type { Paise } from '#domain/money/money.ts'
import { readCharges } from '#domain/documents/frozen-charges.ts'
import type { DeliveryChoice } from '#domain/delivery/delivery.ts'
import { totalRows } from '#domain/quote/total-rows.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import { taxHeads } from '#domain/tax/tax-heads.ts'
import * as say from '#words/admin-manual-order.ts'
import { labels } from '#words/totals.ts'
import type { ManualQuote, ManualTotals } from '../../../data/admin/orders/manual-order.ts'
import type { Draft, DraftErrors } from './draft.ts'
import { NotCounted } from '../not-counted.tsx'
import { Part } from './panel.tsx'

type TotalsPartProps = {
  draft: Draft
  quote: ManualQuote | undefined
  /** the quote still belongs to the earlier input */
  counting: boolean
  failed: boolean
  settings: StoreSettings
  errors: DraftErrors
  showAll: boolean
  onDraft: (some: Partial<Draft>) => void
  onDelivery: (delivery: DeliveryChoice) => void
  onRetry: () => void
}

/** What is to be paid and why: goods, discounts, tax by component, delivery, one total, as computed by the server. */
export function TotalsPart({ draft, quote, counting, failed, settings, errors, showAll, onDraft, onDelivery, onRetry }: TotalsPartProps) {
  const { discount } = draft
  const { couponCode, delivery } = draft.choices
  const [wrongValue, wrongReason] = showAll ? [errors['discount_value'], errors['discount_reason']] : []
  return (
    <Part
      title={say.toPay}
      end={
        quote ? (
          <span className="rounded-sm bg-sunken px-2 py-[2px] font-semibold text-ink-2">{stateByCode(quote.totals.place_of_supply)?.short ?? ''}</span>
        ) : undefined
      }
    >
      <div className="grid gap-4 p-4">
        {quote ? (
          <Rows
            totals={quote.totals}
            settings={settings}
            stateKnown={draft.choices.delivery === 'collected' || draft.buyer?.texts.state !== ''}
            delivery={delivery}
            counting={counting}
          />
        ) : null}
        {failed ? <NotCounted text={say.notCounted} button={say.countAgain} onAgain={onRetry} /> : null}
        <label className="grid gap-1">
          <span className="font-[550]">{say.deliveryHow}</span>
          <select
            name="delivery"
            className="box min-h-9 touch:min-h-11"
            value={delivery}
            onChange={(event) => onDelivery(event.target.value as DeliveryChoice)}
          >
            {Object.entries(say.deliveries).map(([how, label]) => (
              <option key={how} value={how}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          <span className="font-[550]">{say.coupon}</span>
          <input
            name="coupon"
            className={`box min-h-9 uppercase touch:min-h-11 ${quote?.coupon ? 'border-cancelled!' : ''}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={couponCode ?? ''}
            aria-invalid={quote?.coupon ? true : undefined}
            aria-describedby={quote?.coupon ? 'coupon-error' : undefined}
            onChange={(event) => onDraft({ choices: { ...draft.choices, couponCode: event.target.value } })}
          />
          {quote?.coupon && couponCode?.trim() ? (
            <span id="coupon-error" className="text-bad">
              {quote.coupon.missing === undefined
                ? (say.couponErrors[quote.coupon.reason] ?? quote.coupon.reason)
                : say.couponLacks(formatRupees(toPaise(quote.coupon.missing)))}
            </span>
          ) : null}
        </label>
        <div className="grid gap-2">
          <label className="flex min-h-8 cursor-pointer items-center gap-2 font-[550] touch:min-h-11">
            <input
              type="checkbox"
              className="tick"
              checked={discount !== null}
              onChange={(event) => onDraft({ discount: event.target.checked ? { kind: 'amount', value: '', reason: '' } : null })}
            />
            {say.byHand}
          </label>
          {discount === null ? null : (
            <>
              <div className="flex gap-2">
                <select
                  aria-label={say.byHandKind}
                  className="box w-16"
                  value={discount.kind}
                  onChange={(event) => onDraft({ discount: { ...discount, kind: event.target.value as 'percent' | 'amount' } })}
                >
                  {Object.entries(say.byHandKinds).map(([kind, label]) => (
                    <option key={kind} value={kind}>
                      {label}
                    </option>
                  ))}
                </select>
                <input
                  name="discount_value"
                  aria-label={say.byHandValue}
                  aria-invalid={wrongValue === undefined ? undefined : true}
                  className={`box min-w-0 flex-1 text-right ${wrongValue === undefined ? '' : 'border-cancelled!'}`}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={12}
                  value={discount.value}
                  onChange={(event) => onDraft({ discount: { ...discount, value: event.target.value } })}
                />
              </div>
              <input
                name="discount_reason"
                aria-label={say.byHandReason}
                aria-invalid={wrongReason === undefined ? undefined : true}
                placeholder={say.byHandReasonHint}
                className={`box ${wrongReason === undefined ? '' : 'border-cancelled!'}`}
                autoComplete="off"
                maxLength={200}
                value={discount.reason}
                onChange={(event) => onDraft({ discount: { ...discount, reason: event.target.value } })}
              />
            </>
          )}
          {quote?.no_gain && discount !== null ? (
            <p role="alert" className="text-bad">
              {say.noGain}
            </p>
          ) : null}
          {quote?.place ? (
            <p role="status" className="rounded-sm bg-pending-tint px-3 py-2 text-pending">
              {say.placeWarning[quote.place.code](formatRupees(toPaise(quote.place.limit ?? 0)))} {say.youDecide}
            </p>
          ) : null}
        </div>
      </div>
    </Part>
  )
}

type RowsProps = { totals: ManualTotals; settings: StoreSettings; stateKnown: boolean; delivery: DeliveryChoice; counting: boolean }

function Rows({ totals, settings, stateKnown, delivery, counting }: RowsProps) {
  const { pricesIncludeGst, freeDeliveryFrom } = settings
  const place = stateByCode(totals.place_of_supply)
  const taxes = taxHeads(totals.inter_state, totals.union_territory)
  const rows = totalRows<ReactNode>(
    {
      goods: toPaise(totals.goods_total),
      bulkSavings: 0,
      discount: toPaise(totals.discount_total),
      discounts: totals.discounts.map(({ name, amount, by_hand }) => ({ name, code: null, amount: toPaise(amount), byHand: by_hand })),
      pricesIncludeGst,
      taxable: toPaise(totals.subtotal_base),
      taxes: taxes.map(({ key, name }) => ({ name, rate: null, amount: toPaise(totals[key]) })),
      chargesTaxed: false,
      charges: readCharges(totals),
    },
    {
      ...labels,
      goods: { ...labels.goods, after: null },
      discount: ({ name, byHand }) => (byHand ? say.byHand : name),
      charge: ({ kind, label }) => chargeName(label, kind === 'delivery' && delivery === 'rule' ? freeDeliveryFrom : null),
    },
  )
  return (
    <div aria-busy={counting} className={counting ? 'opacity-60' : ''}>
      <dl className="grid gap-[7px]">
        {rows.map(({ label, amount, off, part }, row) => (
          <div key={row} className={`flex items-baseline justify-between gap-4 ${part ? 'pl-3' : ''}`}>
            <dt className="text-ink-2">{label}</dt>
            <dd className={part ? 'text-ink-2' : 'font-medium'}>{`${off ? '−' : ''}${formatRupees(amount)}`}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold">{say.total}</dt>
          <dd className="text-lg font-semibold">{formatRupees(toPaise(totals.total_amount))}</dd>
        </div>
      </dl>
      <p className="mt-2 text-ink-2">
        {stateKnown ? say.placeOfSupply(`${place?.name ?? ''} (${totals.place_of_supply})`, !totals.inter_state) : say.stateUnknown}
      </p>
      {delivery === 'rule' && totals.free_delivery_remaining > 0 ? (
        <p className="text-ink-2">{say.moreForFree(formatRupees(toPaise(totals.free_delivery_remaining)))}</p>
      ) : null}
    </div>
  )
}

const chargeName = (label: string, freeFrom: Paise | null): ReactNode => (
  <>
    {label} {freeFrom === null ? null : <span className="text-ink-3">{say.freeFrom(shortRupees(freeFrom))}</span>}
  </>
)
