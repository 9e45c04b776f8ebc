import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import * as say from '#words/forms.ts'

export type FieldControl = {
  id: string
  name: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldFrame = {
  label: ReactNode
  name: string
  hint?: ReactNode
  error?: string | null
  /** At the right end of the label row, e.g. 'Forgot password?'. */
  labelEnd?: ReactNode
  /** Shows "(optional)" beside the label; every other field is required. */
  optional?: boolean
  className?: string
}

const look =
  'w-full min-h-[var(--field-height,52px)] rounded-sm border-[1.5px] bg-surface px-[var(--field-pad,14px)] text-ink placeholder:text-ink-3 outline-none ' +
  'focus:border-plum-600 focus:shadow-[0_0_0_3px_var(--plum-100)] disabled:bg-sunken disabled:text-ink-2'

/** Owns label, hint, error and ARIA attributes of one control. Pass any control through the function; `Field` below is the plain input. */
export function FieldFor({
  label,
  name,
  hint,
  error,
  labelEnd,
  optional,
  className = '',
  children,
}: FieldFrame & { children: (control: FieldControl) => ReactNode }) {
  const id = `${name}-${useId()}`
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ')
  return (
    // Without a minimum: a long word of the label, or a long option, would make it wider than its form.
    <div className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[6px] ${className}`}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="min-w-0 font-[550]">
          {label}
          {optional ? <span className="font-normal text-ink-2"> {say.optional}</span> : null}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        name,
        className: `${look} ${error ? 'border-cancelled' : 'border-control'}`,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error ? (
        <p id={errorId} className="flex items-start gap-[6px] text-sm text-cancelled">
          <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-[3px] size-[15px] flex-none" fill="none" stroke="currentColor" strokeWidth="1.4">
            <circle cx="8" cy="8" r="6.6" />
            <path d="M8 7.4v3.4M8 4.9v.7" strokeLinecap="round" />
          </svg>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type FieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'name' | 'className'> & { end?: ReactNode }

/** A labelled input. `end` is placed over the right end of the box (a show/hide button). */
export function Field({ label, name, hint, error, labelEnd, optional, className, end, ...input }: FieldProps) {
  return (
    <FieldFor {...{ label, name, hint, error, labelEnd, optional, className }}>
      {(control) =>
        end ? (
          <span className="relative block">
            <input {...input} {...control} className={`${control.className} pr-[96px]`} />
            <span className="absolute inset-y-[4px] right-[4px] flex items-stretch">{end}</span>
          </span>
        ) : (
          <input {...input} {...control} />
        )
      }
    </FieldFor>
  )
}

export function TextAreaField({
  label,
  name,
  hint,
  error,
  labelEnd,
  optional,
  className,
  ...area
}: FieldFrame & Omit<ComponentProps<'textarea'>, 'name' | 'className'>) {
  return (
    <FieldFor {...{ label, name, hint, error, labelEnd, optional, className }}>
      {(control) => <textarea rows={3} {...area} {...control} className={`${control.className} py-[var(--field-pad-y,12px)]`} />}
    </FieldFor>
  )
}

export function SelectField({
  label,
  name,
  hint,
  error,
  labelEnd,
  optional,
  className,
  children,
  ...select
}: FieldFrame & Omit<ComponentProps<'select'>, 'name' | 'className'>) {
  return (
    <FieldFor {...{ label, name, hint, error, labelEnd, optional, className }}>
      {(control) => (
        <select {...select} {...control}>
          {children}
        </select>
      )}
    </FieldFor>
  )
}
