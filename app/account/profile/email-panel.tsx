import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isEmail } from '#domain/addresses/shipping.ts'
import * as say from '#words/profile.ts'
import { changeEmail, fetchAccount } from '../../data/account/account.ts'
import type { Refusal } from '../../data/account/account.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/page/panel.tsx'
import type { LinkNews } from './link-news.ts'

/** The sign-in address. A change waits for both mailboxes, and the page says so until they have confirmed it. */
export function EmailPanel({ user, news }: { user: SessionUser; news: LinkNews | null }) {
  const queries = useQueryClient()
  const key = ['account', user.id]
  const account = useQuery({ queryKey: key, queryFn: fetchAccount, staleTime: 0 })
  const [open, setOpen] = useState(false)
  const { email, newEmail } = account.data ?? { email: user.email, newEmail: null }
  return (
    <Panel title={say.email}>
      <p className="break-words font-semibold">{email}</p>
      <p className="text-sm text-ink-2">{say.emailHint}</p>
      <div aria-live="polite" className="grid gap-3">
        {news === 'changed' ? <p className="mt-4 rounded-sm bg-leaf-100 px-4 py-3 text-leaf-700">{say.emailChanged(email)}</p> : null}
        {newEmail ? (
          <div className="mt-4 rounded-sm border-l-4 border-processing bg-processing-tint px-4 py-3 text-ink">
            <p className="font-[550]">{news === 'half-way' ? say.emailHalfWay : say.emailWaits(newEmail)}</p>
            <p className="mt-1 text-sm text-pretty">{say.emailWaitsText(email, newEmail)}</p>
          </div>
        ) : null}
      </div>
      {open ? (
        <EmailForm
          present={email}
          onClose={() => setOpen(false)}
          onSent={(next) => {
            setOpen(false)
            queries.setQueryData(key, next)
          }}
        />
      ) : (
        <Button className="mt-5" wide onClick={() => setOpen(true)}>
          {newEmail ? say.anotherEmail : say.changeEmail}
        </Button>
      )}
    </Panel>
  )
}

type EmailFormProps = { present: string; onClose: () => void; onSent: (account: { email: string; newEmail: string | null }) => void }

function EmailForm({ present, onClose, onSent }: EmailFormProps) {
  const [text, setText] = useState('')
  const form = useSubmit(() => say.emailNotChanged)

  const send = form.onSubmit(() => {
    const email = text.trim().toLowerCase()
    const wrong = (sentence: string) => ({ errors: { new_email: sentence } })
    if (!isEmail(email)) return wrong(say.emailWrong)
    if (email === present) return wrong(say.emailSame)
    return async () => {
      const result = await changeEmail(email)
      return result.ok ? onSent(result.account) : wrong(refusalText(result))
    }
  })

  return (
    <form noValidate aria-label={say.changeEmail} className="mt-5 grid gap-4" onChange={form.onChange} onSubmit={send}>
      <Field
        label={say.newEmail}
        name="new_email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={text}
        error={form.errors['new_email']}
        hint={say.newEmailHint}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button type="submit" variant="primary" busy={form.busy} busyText={say.sending}>
          {say.sendConfirmations}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
      </div>
    </form>
  )
}

function refusalText({ code, message }: Refusal): string {
  if (code === 'email_exists') return say.emailTaken
  return message || say.emailNotChanged
}
