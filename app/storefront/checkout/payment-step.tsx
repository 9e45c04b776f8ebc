import { useState } from 'react'
import * as say from '#words/checkout.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import type { PaymentChoice } from './payment-methods.ts'

type PaymentStepProps = {
  choices: readonly PaymentChoice[]
  chosen: string | null
  delivery: string
  phone: string
  onChoose: (method: string) => void
  onDone: () => void
}

export function PaymentStep({ choices, chosen, delivery, phone, onChoose, onDone }: PaymentStepProps) {
  const [attempt, setAttempt] = useState(0)
  const missing = !choices.some((choice) => choice.method === chosen)

  if (choices.length === 0) {
    return <p className="rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.orderingPaused(phone)}</p>
  }
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing) setAttempt(attempt + 1)
        else onDone()
      }}
    >
      <FormAlert attempt={attempt} message={attempt > 0 && missing ? say.chooseHowToPay : null} />
      <div>
        <h2 className="text-xl">{say.delivery}</h2>
        <p className="num mt-1 text-ink-2">{delivery}</p>
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-display text-xl text-plum-900">{say.payWith}</legend>
        {choices.map((choice) => (
          <label
            key={choice.method}
            className={`grid cursor-pointer grid-cols-[18px_1fr] gap-x-3 rounded-md border-[1.5px] px-4 py-4 ${chosen === choice.method ? 'border-plum-600 bg-plum-50' : 'border-control bg-surface'}`}
          >
            <input
              type="radio"
              name="payment"
              value={choice.method}
              checked={chosen === choice.method}
              onChange={() => onChoose(choice.method)}
              className="mt-1 size-[18px] flex-none accent-plum-600"
            />
            <b className="font-semibold">{choice.name}</b>
            <span className="col-start-2 text-sm text-ink-2">{choice.text}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="primary" size="main" wide>
        {say.reviewHeading}
      </Button>
    </form>
  )
}
