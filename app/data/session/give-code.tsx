import { useEffect, useRef, useState } from 'react'
import * as say from '#words/security.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { giveCode, giveRecoveryCode, giveUpSignIn } from './second-factor.ts'
import { CodeField, readCode } from './code-field.tsx'

type GiveCodeProps = {
  email: string
  /** Called once signed in. The session store also reports it, here and in every other tab. */
  onDone?: () => void
}

const focusFirst = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** The second step of a sign-in: a code of the app, or a recovery code. */
export default function GiveCode({ email, onDone }: GiveCodeProps) {
  const [recovery, setRecovery] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  // This replaces the password field: a user who just pressed Login can keep typing.
  useEffect(() => focusFirst(form.current), [])

  function change(next: string) {
    setText(next)
    setError(null)
  }

  async function submit() {
    const code = recovery ? text.trim() : readCode(text)
    if (!code) return setError(recovery ? say.typeRecoveryCode : say.typeCode)
    setBusy(true)
    const result = await (recovery ? giveRecoveryCode(code) : giveCode(code))
    setBusy(false)
    if (result.ok) return onDone?.()
    setFailure((before) => ({ message: result.message, attempt: (before?.attempt ?? 0) + 1 }))
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={say.enterCode}
      className="grid gap-[18px]"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <p className="text-ink-2 [overflow-wrap:anywhere]">{say.enterCodeText(email)}</p>
      <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
      {recovery ? (
        <Field
          label={say.recoveryCode}
          name="recovery_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={text}
          error={error}
          hint={say.recoveryCodeHint}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <CodeField value={text} error={error} onChange={change} />
      )}
      <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.checking}>
        {say.continueSignIn}
      </Button>
      <div className="grid gap-1">
        <Button
          variant="quiet"
          wide
          onClick={() => {
            setRecovery(!recovery)
            setFailure(null)
            change('')
            setTimeout(() => focusFirst(form.current))
          }}
        >
          {recovery ? say.insteadApp : say.insteadRecoveryCode}
        </Button>
        <Button variant="quiet" wide onClick={() => void giveUpSignIn()}>
          {say.anotherAccount}
        </Button>
      </div>
    </form>
  )
}
