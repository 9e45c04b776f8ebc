import type { ManualMethod } from '#domain/orders/manual-order.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/admin-manual-order.ts'
import { Field } from '../../../ui/form/field.tsx'
import type { Draft, DraftErrors } from './draft.ts'
import { Part } from './panel.tsx'
import { Segments } from './segments.tsx'

type PaymentPartProps = { draft: Draft; settings: StoreSettings; errors: DraftErrors; showAll: boolean; onDraft: (some: Partial<Draft>) => void }

/** How the order is paid: now, later by UPI or transfer, or on delivery. */
export function PaymentPart({ draft, settings, errors, showAll, onDraft }: PaymentPartProps) {
  const { method, received, reference, choices } = draft
  const byBank = method === 'upi' || method === 'bank'
  const noCod = choices.delivery === 'collected' || !settings.codEnabled
  return (
    <Part title={say.payment}>
      <div className="grid gap-3 p-4">
        <Segments<ManualMethod>
          legend={say.howPaid}
          name="method"
          value={method}
          options={say.methods}
          disabled={noCod ? ['cod'] : []}
          onChoose={(chosen) => onDraft({ method: chosen })}
        />
        {byBank ? (
          <>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 touch:min-h-11">
              <input type="checkbox" className="tick" checked={received} onChange={(event) => onDraft({ received: event.target.checked })} />
              {say.received}
            </label>
            {received ? (
              <Field
                label={say.utr}
                name="reference"
                hint={say.utrHint}
                error={showAll ? (errors['reference'] ?? null) : null}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                value={reference}
                onChange={(event) => onDraft({ reference: event.target.value })}
              />
            ) : null}
          </>
        ) : null}
        <p className="text-ink-2">{textOf(draft, settings)}</p>
      </div>
    </Part>
  )
}

function textOf({ method, received }: Draft, settings: StoreSettings): string {
  if (method === 'cash') return say.cashNow
  if (method === 'card') return say.cardNow
  if (method === 'cod') return settings.codEnabled ? say.codText : say.codOff
  if (received) return ''
  if (method === 'bank') return say.bankLater
  return settings.upiVpa === null ? say.upiOff : say.upiLater
}
