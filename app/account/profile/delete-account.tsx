import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as say from '#words/profile.ts'
import { deleteMyAccount, leaveDeletedAccount } from '../../data/account/account.ts'
import type { DeleteResult } from '../../data/account/account.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { toast } from '../../ui/overlay/toast.ts'

/** The question before an account is deleted: what is erased, what the law requires to keep, and the password again. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<Exclude<DeleteResult, { ok: true }> | null>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  // Signs out only after this screen has unmounted: its guard would send the visitor to the login, and back to a profile that no longer exists.
  const ended = useRef(false)
  useEffect(() => () => void (ended.current && leave()), [])

  function close() {
    setOpen(false)
    setPassword('')
    setRefusal(null)
  }

  async function end() {
    if (password === '') return setRefusal({ ok: false, code: 'WRONG_PASSWORD', orders: [] })
    setBusy(true)
    const result = await deleteMyAccount(password)
    setBusy(false)
    if (!result.ok) return setRefusal(result)
    ended.current = true
    await navigate('/', { replace: true })
  }

  const wrong = refusal?.code === 'WRONG_PASSWORD'
  return (
    <>
      <Button className="mt-4" variant="danger" wide onClick={() => setOpen(true)}>
        {say.deleteMyAccount}
      </Button>
      <Dialog open={open} busy={busy} title={say.deleteQuestion} onClose={close}>
        <ul className="grid list-disc gap-2 pl-5 text-pretty">
          {say.deleteConsequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <form
          noValidate
          aria-label={say.deleteMyAccount}
          className="mt-5 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void end()
          }}
        >
          {refusal && !wrong ? (
            <div role="alert" className="rounded-sm border-l-4 border-cancelled bg-cancelled-tint px-4 py-3 text-cancelled">
              <p>{say.deleteRefused[refusal.code]}</p>
              {refusal.orders.length > 0 ? (
                <ul className="mt-1 flex flex-wrap gap-x-4">
                  {refusal.orders.map((id) => (
                    <li key={id}>
                      <Link className="num underline underline-offset-4" to={`/order-confirmation/${id}`}>
                        #{id.slice(0, 8)}
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          ) : null}
          <PasswordField
            label={say.yourPassword}
            name="delete_password"
            autoComplete="current-password"
            value={password}
            error={wrong ? (password === '' ? say.enterCurrentPassword : say.wrongPassword) : null}
            onChange={(event) => {
              setPassword(event.target.value)
              setRefusal(null)
            }}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={close} disabled={busy}>
              {say.keepMyAccount}
            </Button>
            <Button type="submit" variant="danger" busy={busy} busyText={say.deleting}>
              {say.deleteForGood}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

async function leave() {
  await leaveDeletedAccount()
  toast({ title: say.accountDeleted, description: say.accountDeletedText, tone: 'success' })
}
