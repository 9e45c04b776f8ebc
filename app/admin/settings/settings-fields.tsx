import type { ReactNode } from 'react'
import { STATES } from '#domain/addresses/states.ts'
import * as say from '#words/admin-settings.ts'
import { IDENTITY } from '../../data/admin/settings/settings.ts'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { useMay } from '../access.ts'
import type { Draft } from './draft.ts'
import { FIELDS } from './fields.ts'
import type { SettingField, SettingName } from './fields.ts'

/** The props of every field of the form. */
export type Form = { draft: Draft; errors: FieldErrors; set: (name: string, value: string | boolean) => void }

/** What a screen says of a field beyond its definition. */
type More = { label?: ReactNode; hint?: ReactNode; disabled?: boolean }

/** The rows of a section, one to three fields each. */
export function Rows({ form, rows, more = {} }: { form: Form; rows: readonly SettingName[][]; more?: { [Name in SettingName]?: More } }) {
  return rows.map((names) => {
    const fields = names.map((name) => <Setting key={name} form={form} name={name} {...more[name]} />)
    if (fields.length === 1) return fields
    return (
      <div key={names[0]} className={fields.length === 2 ? 'grid gap-4 md:grid-cols-2' : 'grid gap-4 md:grid-cols-3'}>
        {fields}
      </div>
    )
  })
}

/** One setting, as fields.ts defines it. */
export function Setting({ form, name, label = say.labels[name], disabled = false, ...more }: { form: Form; name: SettingName } & More) {
  const may = useMay()
  const owners = IDENTITY.includes(name) && !may('owner.settings')
  const field: SettingField = FIELDS[name]
  const value = String(form.draft[name] ?? '')
  const hint = more.hint ?? ('hint' in field ? field.hint : undefined)
  switch (field.kind) {
    case 'flag':
      return <Switch form={form} name={name} label={label} hint={hint} disabled={disabled} />
    case 'area':
      return (
        <TextAreaField
          label={label}
          name={name}
          rows={field.rows}
          maxLength={field.maxLength}
          hint={hint}
          value={value}
          error={form.errors[name]}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )
    case 'state':
      return (
        <SelectField label={label} name={name} disabled={owners} value={value} onChange={(event) => form.set(name, event.target.value)}>
          {STATES.map(({ code, name: state }) => (
            <option key={code} value={code}>
              {state}
            </option>
          ))}
        </SelectField>
      )
    case 'own':
      throw new Error(`${name} has controls of its own`)
    default:
      return (
        <Text
          form={form}
          name={name}
          label={label}
          hint={hint}
          type={field.type}
          inputMode={field.inputMode}
          maxLength={field.maxLength}
          disabled={owners || disabled}
        />
      )
  }
}

type TextProps = More & { form: Form; name: string; type?: string; inputMode?: 'numeric' | 'decimal'; maxLength?: number }

export function Text({ form, name, label, hint, type, inputMode, maxLength = 200, disabled }: TextProps) {
  return (
    <Field
      label={label}
      disabled={disabled}
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

function Switch({ form, name, label, hint, disabled }: More & { form: Form; name: string }) {
  const hintId = hint === undefined ? undefined : `${name}-hint`
  return (
    <div>
      <label className="flex min-h-9 touch:min-h-11 items-center gap-3 font-[550]">
        <input
          type="checkbox"
          name={name}
          checked={form.draft[name] === true}
          disabled={disabled}
          aria-describedby={hintId}
          onChange={(event) => form.set(name, event.target.checked)}
          className="size-5 flex-none accent-plum-600"
        />
        {label}
      </label>
      {hintId === undefined ? null : (
        <p id={hintId} className="pl-8 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
