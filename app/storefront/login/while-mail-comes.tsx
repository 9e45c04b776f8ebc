import { useEffect, useRef, useState } from 'react'
import { checkShipping } from '#domain/addresses/shipping.ts'
import * as say from '#words/sign-in.tsx'
import { keepTypedAddress, typedAddress } from '../../data/account/coming-buyer.ts'
import { resendConfirmation } from '../../data/session/sign-in.ts'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import { addressValues } from '../../ui/form/address-values.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { AFTER_MAIL } from './after-mail.ts'

type WhileMailComesProps = { fullName: string; email: string; onAnother: () => void }

/** The account waits for the link in the mail. The address can be typed in the meantime; it is on the review when the link has been opened. */
export function WhileMailComes({ fullName, email, onAnother }: WhileMailComesProps) {
  const [values, setValues] = useState(() => addressValues({ ...typedAddress(email), full_name: fullName, email }))
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])
  useEffect(() => keepTypedAddress(email, values), [email, values])
  const checked = checkShipping(values)

  async function sendAgain() {
    setBusy(true)
    const result = await resendConfirmation(email, AFTER_MAIL)
    setBusy(false)
    toast(result.ok ? { title: say.confirmationSent, tone: 'success' } : { title: result.message, tone: 'error' })
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-center outline-none">
        {say.lookInMail}
      </h1>
      <p className="mt-4 text-pretty text-ink-2">{say.openTheLink(email)}</p>
      <div className="mt-4 flex flex-wrap gap-x-2 gap-y-1">
        <Button size="card" busy={busy} busyText={say.sending} onClick={() => void sendAgain()}>
          {say.sendConfirmation}
        </Button>
        <Button size="card" variant="quiet" onClick={onAnother}>
          {say.anotherAddress}
        </Button>
      </div>
      <section aria-labelledby="meantime" className="mt-7 border-t border-line pt-6">
        <h2 id="meantime" className="text-xl">
          {say.inTheMeantime}
        </h2>
        <p className="mt-1 mb-4 text-sm text-ink-2">{checked.ok ? say.addressComplete : say.addressKept}</p>
        <AddressFields
          values={values}
          errors={checked.ok ? {} : checked.fields}
          showAll={false}
          without={['full_name', 'email']}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      </section>
    </>
  )
}
