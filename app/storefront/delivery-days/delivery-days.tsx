import { useEffect, useId, useRef, useState } from 'react'
import * as say from '#words/delivery-days.tsx'
import type { DeliveryAnswer } from '../../data/shop/delivery-days.ts'
import { readPersonal } from '../../data/session/personal-storage.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'

/** Loaded with the first question, so that visitors who ask nothing do not wait for it. */
const live = () => import('../../data/shop/delivery-days.ts')
type Live = Awaited<ReturnType<typeof live>>

type DeliveryDaysProps = {
  /** the answer that came with the page, if its address contains a PIN code */ given?: DeliveryAnswer | null
  className?: string
  /** called with each PIN code that was found */ onFound?: (pincode: string) => void
}

/**
 * Estimates when a parcel would arrive, by PIN code. It is a plain form, so it also works without scripts. Public pages are the same for all visitors: the
 * remembered PIN code or the customer's default address is looked up after the page loads, and its space is reserved before.
 */
export function DeliveryDays({ given = null, className = '', onFound }: DeliveryDaysProps) {
  const [answer, setAnswer] = useState(given)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** The answer to the latest question wins. */
  const asked = useRef(0)
  const userId = useSession().user?.id
  const id = useId()

  async function ask(question: (data: Live) => Promise<DeliveryAnswer | null>, otherwise: DeliveryAnswer | null = null) {
    const turn = (asked.current += 1)
    const found = await live()
      .then(question)
      .catch(() => otherwise)
    if (turn !== asked.current) return
    setBusy(false)
    if (found) setAnswer(found)
    if (found?.ok) onFound?.(found.pincode)
  }

  useEffect(() => {
    if (given?.ok) void ask(({ rememberPincode }) => rememberPincode(given))
    else if (!given && asked.current === 0 && (userId ?? readPersonal('local', 'pincode'))) void ask((data) => data.knownDeliveryDays(userId))
    // oxlint-disable-next-line react/exhaustive-deps -- once for a page, and when the session is known
  }, [userId])
  useEffect(() => {
    // Show the remembered PIN code unless the customer is already typing.
    if (answer && field.current?.value === '') field.current.value = answer.pincode
  }, [answer])

  const error = answer?.ok === false ? answer.reason : null
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void ask((data) => data.enteredDeliveryDays(field.current?.value ?? ''), { ok: false, pincode: '', reason: 'failed' })
      }}
    >
      <label htmlFor={id} className="mb-[6px] block font-[550]">
        {say.label}
      </label>
      <div className="flex max-w-[340px] gap-2">
        <input
          ref={field}
          id={id}
          name="pin"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          placeholder={say.example}
          defaultValue={given?.pincode}
          aria-invalid={error !== null && error !== 'failed' ? true : undefined}
          aria-describedby={`${id}a`}
          className={`num min-h-[48px] w-full min-w-0 rounded-sm border-[1.5px] bg-surface px-[14px] outline-none placeholder:text-ink-3 focus:border-plum-600 focus:shadow-[0_0_0_3px_var(--plum-100)] ${error ? 'border-cancelled' : 'border-control'}`}
        />
        <Button type="submit">{say.check}</Button>
      </div>
      <p id={`${id}a`} aria-live="polite" className={`num mt-[6px] min-h-[3em] ${error && !busy ? 'text-cancelled' : 'text-ink-2'}`}>
        {busy ? say.checking : error ? say.errors[error] : answer?.ok ? say.expected(answer.pincode, answer.days) : say.hint}
        {!busy && answer?.ok && answer.prepaidOnly ? say.prepaidOnly : null}
      </p>
    </form>
  )
}
