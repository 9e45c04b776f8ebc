import { useState } from 'react'
import * as consents from '#words/consents.ts'
import * as say from '#words/sign-in.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useRegistration } from '../register/use-registration.ts'
import type { Registered } from '../register/use-registration.ts'
import { AFTER_MAIL } from './after-mail.ts'
import { WhileMailComes } from './while-mail-comes.tsx'

/**
 * Registration on the way to an order: three fields, because the password can be shown instead of typed twice, and then the address
 * while the mail is on its way. /register stays the full form (docs/decisions/0061-checkout-on-one-page.md).
 */
export default function NewBuyer({ onBack }: { onBack: () => void }) {
  const [registered, setRegistered] = useState<Registered | null>(null)
  return registered ? <WhileMailComes {...registered} onAnother={() => setRegistered(null)} /> : <ShortForm onRegistered={setRegistered} onBack={onBack} />
}

function ShortForm({ onRegistered, onBack }: { onRegistered: (input: Registered) => void; onBack: () => void }) {
  const { busy, errorOf, alert, form } = useRegistration(onRegistered, AFTER_MAIL)
  return (
    <>
      <h1 className="text-center">{say.createAccount}</h1>
      <p className="mt-3 text-center text-ink-2">{say.thenYourOrder}</p>
      <form {...form} className="mt-6 grid gap-[18px]">
        <FormAlert {...alert} />
        <Field label={say.fullName} name="fullName" autoComplete="name" error={errorOf('fullName')} />
        <Field label={say.email} name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" error={errorOf('email')} />
        <PasswordField label={say.password} name="password" autoComplete="new-password" hint={say.passwordHint} error={errorOf('password')} />
        <label className="flex cursor-pointer items-start gap-3 text-sm">
          <input type="checkbox" name="offers" className="mt-[2px] size-[18px] flex-none accent-plum-600" />
          <span className="text-pretty">{consents.offersNotice}</span>
        </label>
        <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.creatingYourAccount}>
          {say.createAccount}
        </Button>
        <p className="text-sm text-ink-2">{say.agree}</p>
        <p className="text-sm text-ink-2">{consents.accountNotice}</p>
      </form>
      <p className="mt-4 text-center text-ink-2">
        {say.alreadyHaveAnAccount}{' '}
        <button type="button" className="link min-h-11 px-1" onClick={onBack}>
          {say.login}
        </button>
      </p>
    </>
  )
}
