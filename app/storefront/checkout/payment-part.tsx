import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import * as say from '#words/checkout.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PartPanel } from './part.tsx'
import type { PaymentChoice } from './payment-methods.ts'

type PaymentPartProps = {
  open: boolean
  choices: readonly PaymentChoice[]
  chosen: PaymentChoice | undefined
  delivery: string
  phone: string
  attempt: number
  /** null: the buyer has none. in paise */ credit: { balance: Paise; used: Paise; spend: boolean; onSpend: (spend: boolean) => void } | null
  onChoose: (method: string) => void
  onDone: () => void
}

export function PaymentPart({ open, choices, chosen, delivery, phone, attempt, credit, onChoose, onDone }: PaymentPartProps) {
  if (!open && chosen) {
    return (
      <PartPanel part="payment" open={false} title={say.payWith} changes={say.thePayment}>
        <p className="num">{credit && credit.used > 0 && chosen.method !== 'credit' ? say.withCredit(chosen.name, formatRupees(credit.used)) : chosen.name}</p>
        <p className="text-sm text-ink-2">{chosen.text}</p>
      </PartPanel>
    )
  }
  return (
    <PartPanel part="payment" open title={say.paymentHeading}>
      {choices.length === 0 ? (
        <p className="rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.orderingPaused(phone)}</p>
      ) : (
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            onDone()
          }}
        >
          <FormAlert attempt={attempt} message={attempt > 0 && !chosen ? say.chooseHowToPay : null} />
          <p className="num text-ink-2">{delivery}</p>
          {credit ? (
            <label className="num grid cursor-pointer grid-cols-[18px_1fr] gap-x-3 rounded-md border-[1.5px] border-control bg-surface px-4 py-3">
              <input
                type="checkbox"
                name="store_credit"
                checked={credit.spend}
                onChange={(event) => credit.onSpend(event.target.checked)}
                className="mt-1 size-[18px] flex-none accent-plum-600"
              />
              <b className="font-semibold">{say.spendCredit(formatRupees(credit.balance))}</b>
              <span className="col-start-2 text-sm text-ink-2">{credit.used > 0 ? say.creditUsed(formatRupees(credit.used)) : say.creditKept}</span>
            </label>
          ) : null}
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-[550]">{say.payWith}</legend>
            {choices.map((choice) => (
              <label
                key={choice.method}
                className={`grid grid-cols-[18px_1fr] gap-x-3 rounded-md border-[1.5px] px-4 py-3 ${choice.unavailable ? 'border-line bg-sunken' : `cursor-pointer ${chosen === choice ? 'border-plum-600 bg-plum-50' : 'border-control bg-surface'}`}`}
              >
                <input
                  type="radio"
                  name="payment"
                  value={choice.method}
                  disabled={choice.unavailable}
                  checked={chosen === choice}
                  onChange={() => onChoose(choice.method)}
                  className="mt-1 size-[18px] flex-none accent-plum-600"
                />
                <b className="font-semibold">{choice.name}</b>
                <span className="num col-start-2 text-sm text-ink-2">{choice.text}</span>
              </label>
            ))}
          </fieldset>
          <Button type="submit" wide>
            {say.reviewHeading}
          </Button>
        </form>
      )}
    </PartPanel>
  )
}
