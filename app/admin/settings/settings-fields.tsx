import type { ReactNode } from 'react'
import * as say from '#words/admin-settings.ts'
import { IDENTITY } from '../../data/admin/settings.ts'
import { Field } from '../../ui/field.tsx'
import type { FieldErrors } from '../../ui/form-alert.tsx'
import { useMay } from '../access.ts'
import type { Draft } from './draft.ts'

/** The props of every field of the form. */
export type Form = { draft: Draft; errors: FieldErrors; set: (name: string, value: string | boolean) => void }

export type Label = keyof typeof say.labels

type TextProps = {
  form: Form
  name: Label | `hours.${number}.${'opens' | 'closes'}` | `social.${string}`
  label?: ReactNode
  hint?: ReactNode
  type?: string
  inputMode?: 'numeric' | 'decimal'
  maxLength?: number
}

export function Text({ form, name, label, hint, type, inputMode, maxLength = 200 }: TextProps) {
  const may = useMay()
  return (
    <Field
      label={label ?? say.labels[name as Label]}
      disabled={IDENTITY.includes(name) && !may('owner.settings')}
      name={name}
      type={type}
      inputMode={inputMode}
      maxLength={maxLength}
      autoComplete="off"
      hint={hint}
      value={String(form.draft[name] ?? '')}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.target.value)}
    />
  )
}

export function Switch({ form, name, hint, disabled = false }: { form: Form; name: Label; hint?: ReactNode; disabled?: boolean }) {
  const hintId = hint === undefined ? undefined : `${name}-hint`
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-[550]">
        <input
          type="checkbox"
          name={name}
          checked={form.draft[name] === true}
          disabled={disabled}
          aria-describedby={hintId}
          onChange={(event) => form.set(name, event.target.checked)}
          className="size-5 flex-none accent-plum-600"
        />
        {say.labels[name]}
      </label>
      {hintId === undefined ? null : (
        <p id={hintId} className="pl-8 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
