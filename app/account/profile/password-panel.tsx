import { useState } from 'react'
import * as say from '#words/profile.ts'
import { replacePassword } from '../../data/account.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { checkPassword, passwordRefusal } from './check-password.ts'
import type { PasswordTexts } from './check-password.ts'

const EMPTY: PasswordTexts = { current: '', next: '', again: '' }
type Faults = Partial<Record<keyof PasswordTexts, string>>

export function PasswordPanel() {
  const [texts, setTexts] = useState(EMPTY)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)

  const own = (name: keyof PasswordTexts) => ({
    name,
    value: texts[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTexts({ ...texts, [name]: event.target.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })
  function refuse(fields: Faults, message: string | null) {
    setFaults(fields)
    setFailure(message)
    setAttempt((count) => count + 1)
  }

  async function save() {
    const wrong = checkPassword(texts)
    if (Object.keys(wrong).length > 0) return refuse(wrong, null)
    setBusy(true)
    const result = await replacePassword(texts.current, texts.next)
    setBusy(false)
    if (!result.ok) {
      const told = passwordRefusal(result)
      return refuse(told.fields, told.message)
    }
    setTexts(EMPTY)
    setFaults({})
    setFailure(null)
    setAttempt(0)
    toast({ title: say.passwordChanged, description: say.passwordChangedText, tone: 'success' })
  }

  const shown = Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined))
  return (
    <Panel title={say.changePassword}>
      <form
        noValidate
        aria-label={say.changePassword}
        className="grid gap-[18px]"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        <FormAlert attempt={attempt} message={failure} fields={shown} />
        <PasswordField {...own('current')} label={say.currentPassword} autoComplete="current-password" />
        <PasswordField {...own('next')} label={say.newPassword} autoComplete="new-password" hint={say.newPasswordHint} />
        <PasswordField {...own('again')} label={say.confirmNewPassword} autoComplete="new-password" />
        <Button type="submit" wide busy={busy} busyText={say.saving}>
          {say.savePassword}
        </Button>
      </form>
    </Panel>
  )
}
