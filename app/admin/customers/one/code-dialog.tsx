import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/phone-codes.ts'
import { createPhoneCode } from '../../../data/admin/customers/phone-code.ts'
import type { PhoneCode } from '../../../data/admin/customers/phone-code.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

type CodeDialogProps = { customerId: string; name: string; phone: string; liveUntil: string | null; onClose: () => void; onMade: () => void }

/** Makes the code with which a telephone buyer takes their orders over, and shows it this once: it is stored nowhere that can be read. */
export function CodeDialog({ customerId, name, phone, liveUntil, onClose, onMade }: CodeDialogProps) {
  const [made, setMade] = useState<PhoneCode | null>(null)
  // the button says it, since a toast would be behind the dialog
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const form = useSubmit((error) => serverMessage(error, say.notMade))
  const submit = form.onSubmit(() => async () => {
    setMade(await createPhoneCode(customerId))
    onMade()
  })
  const copy = (code: string) =>
    navigator.clipboard.writeText(code).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  return (
    <Dialog open busy={form.busy} title={say.title(name)} onClose={onClose}>
      {made ? <Made code={made} /> : <p>{say.text(phone)}</p>}
      <h3 className="mt-4 font-semibold">{say.how}</h3>
      <ul className="mt-1 list-disc pl-5">
        <li>{say.callThem(phone)}</li>
        <li>{say.withParcel}</li>
      </ul>
      {made ? (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="mr-auto">
            {copied === null ? '' : copied === 'yes' ? say.copied : say.copyRefused}
          </p>
          <button type="button" className="ctl" onClick={() => void copy(made.code)}>
            {say.copy}
          </button>
          <button type="button" className="ctl ctl-main" onClick={onClose}>
            {say.done}
          </button>
        </div>
      ) : (
        <form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
          <FormAlert message={form.message} attempt={form.attempt} />
          {liveUntil === null ? null : <p className="rounded-sm bg-sunken px-4 py-3">{say.live(formatDate(liveUntil))}</p>}
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
              {say.close}
            </button>
            <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
              {form.busy ? say.making : liveUntil === null ? say.make : say.makeAnother}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** In two groups of four, as it is read out; it takes the focus, so that a screen reader says it. */
function Made({ code: { code, expires_at } }: { code: PhoneCode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="group" aria-label={say.code} tabIndex={-1} className="rounded-sm bg-sunken px-4 py-4 text-center outline-none">
      <p className="num text-3xl leading-tight font-semibold tracking-[.06em] text-ink sm:text-4xl">
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <p className="mt-2">{say.validUntil(formatDate(expires_at))}</p>
      <p className="text-ink-2">{say.shownOnce}</p>
    </div>
  )
}
