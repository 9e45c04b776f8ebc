import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

export type ButtonVariant = 'primary' | 'second' | 'quiet' | 'danger'
export type ButtonSize = 'card' | 'normal' | 'main'

type Look = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean; className?: string }

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-plum-600 text-white hover:bg-plum-700 active:bg-plum-900',
  second: 'border-plum-600 text-plum-600 hover:bg-plum-50 active:bg-plum-100',
  quiet: 'border-transparent text-plum-600 hover:bg-plum-50 active:bg-plum-100',
  danger: 'border-cancelled text-cancelled hover:bg-cancelled-tint active:bg-[#f5d3d1]',
}

const sizes: Record<ButtonSize, string> = {
  card: 'min-h-[44px] px-[14px] text-md',
  normal: 'min-h-[var(--button-height,48px)] px-[var(--button-pad,24px)]',
  main: 'min-h-[56px] px-[32px] text-lg',
}

/** The classes of a button, for links and elements that must look like one. One primary button per view. */
export function buttonClass({ variant = 'second', size = 'normal', wide = false, className = '' }: Look): string {
  return [
    'inline-flex cursor-pointer items-center justify-center gap-[10px] rounded-sm border-[1.5px] text-center font-semibold leading-[1.15]',
    'transition-[color,background-color,border-color,scale] duration-[140ms] motion-reduce:transition-none',
    'active:opacity-100! not-disabled:active:motion-safe:scale-[.98]',
    'disabled:cursor-not-allowed disabled:border-sunken disabled:bg-sunken disabled:text-ink-3',
    variants[variant],
    sizes[size],
    wide ? 'w-full' : '',
    className,
  ].join(' ')
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
