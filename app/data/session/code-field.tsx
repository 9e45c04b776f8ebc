import type { Ref } from 'react'
import * as say from '#words/security.ts'
import { Field } from '../../ui/form/field.tsx'

type CodeFieldProps = { value: string; error?: string | null; onChange: (text: string) => void; input?: Ref<HTMLInputElement> }

/** Six digits. A pasted or autofilled code may have a space in the middle. */
export function CodeField({ value, error, onChange, input }: CodeFieldProps) {
  return (
    <Field
      ref={input}
      label={say.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={12}
      value={value}
      error={error}
      hint={say.codeHint}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** null: not six digits. */
export function readCode(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
