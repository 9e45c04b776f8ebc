import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

export type ButtonVariant = 'primary' | 'second' | 'quiet' | 'danger'
export type ButtonSize = 'card' | 'normal' | 'main'

type Look = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean; className?: string }

/** In controls.css, where the base of all buttons is. */
const variants: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  second: 'button-second',
  quiet: 'button-quiet',
  danger: 'button-danger',
}

const sizes: Record<ButtonSize, string> = {
  card: 'min-h-[44px] px-[14px] text-md',
  normal: 'min-h-[var(--button-height,48px)] px-[var(--button-pad,24px)]',
  main: 'min-h-[56px] px-[32px] text-lg',
}

/** The classes of a button, for links and elements that must look like one. One primary button per view. */
export function buttonClass({ variant = 'second', size = 'normal', wide = false, className = '' }: Look): string {
  return ['button', variants[variant], sizes[size], wide ? 'w-full' : '', className.trim()].filter((name) => name !== '').join(' ')
}

export type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** While true, the button ignores clicks but keeps the focus, so that keyboard users do not lose their position. */
    busy?: boolean
    busyText?: ReactNode
  }

export function Button({ variant, size, wide, className, busy = false, busyText, onClick, children, type = 'button', ...rest }: ButtonProps) {
  const look: Look = { variant, size, wide, className: `${className ?? ''} ${busy ? 'opacity-80 cursor-progress' : ''}` }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && busyText !== undefined ? busyText : children}
    </button>
  )
}

export function ButtonLink({ variant, size, wide, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} className={buttonClass({ variant, size, wide, className })} />
}
