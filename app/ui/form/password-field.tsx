import { useState } from 'react'
import type { ComponentProps } from 'react'
import * as say from '#words/forms.ts'
import { Field } from './field.tsx'

/** A password field with a show/hide button. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={shown ? say.hidePassword : say.showPassword}
          onClick={() => setShown(!shown)}
          className="flex cursor-pointer items-center gap-2 rounded-xs px-3 text-sm font-[550] text-plum-600 hover:bg-plum-50"
        >
          <svg viewBox="0 0 20 20" aria-hidden="true" className="size-[18px]" fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10Z" />
            <circle cx="10" cy="10" r="2.4" />
            {shown ? <path d="m3.5 16.5 13-13" strokeLinecap="round" /> : null}
          </svg>
          {shown ? say.hide : say.show}
        </button>
      }
    />
  )
}
