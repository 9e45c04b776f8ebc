import { useState } from 'react'
import * as say from '#words/profile.ts'
import { replacePassword } from '../../data/account/account.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { checkPassword, passwordRefusal } from './check-password.ts'
import type { PasswordTexts } from './check-password.ts'

const EMPTY: PasswordTexts = { current: '', next: '', again: '' }

/** The question for a new password, which opens when it is needed. */
export function PasswordPanel() {
  const [texts, setTexts] = useState(EMPTY)
  const form = useSubmit((error) => serverMessage(error, say.passwordNotChanged))

  const own = (name: keyof PasswordTexts) => ({
    name,
    value: texts[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => {
      setTexts({ ...texts, [name]: event.target.value })
      form.edited(name)
    },
  })

  const save = form.onSubmit(() => {
    const errors = checkPassword(texts)
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const result = await replacePassword(texts.current, texts.next)
      if (!result.ok) {
        const { message, fields } = passwordRefusal(result)
        return { message, errors: fields }
      }
      setTexts(EMPTY)
      toast({ title: say.passwordChanged, description: say.passwordChangedText, tone: 'success' })
      return undefined
    }
  })

  return (
    <Panel>
      {/* Closed: a password is changed once a year. */}
      <details className="group">
        <summary className="flex min-h-11 items-center justify-between gap-4">
          <h2>{say.changePassword}</h2>
          <Icon name="down" className="text-plum-600 group-open:rotate-180" />
        </summary>
        <form noValidate aria-label={say.changePassword} className="mt-4 grid gap-[18px]" onSubmit={save}>
          <FormAlert attempt={form.attempt} message={form.message} fields={form.errors} />
          <PasswordField {...own('current')} label={say.currentPassword} autoComplete="current-password" />
          <PasswordField {...own('next')} label={say.newPassword} autoComplete="new-password" hint={say.newPasswordHint} />
          <PasswordField {...own('again')} label={say.confirmNewPassword} autoComplete="new-password" />
          <Button type="submit" wide busy={form.busy} busyText={say.saving}>
            {say.savePassword}
          </Button>
        </form>
      </details>
    </Panel>
  )
}
