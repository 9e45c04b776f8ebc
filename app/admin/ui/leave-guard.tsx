import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type LeaveGuardProps = {
  /** something unfinished would be lost */
  when: boolean
  /** whether closing the tab would lose it too */
  closing?: boolean
  title: string
  text: string
  stay: string
  leave: string
}

/** Asks before the user leaves a screen with unfinished work for another one, and before the tab closes. */
export function LeaveGuard({ when, closing = when, title, text, stay, leave }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!closing) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [closing])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={title}
      confirm={leave}
      keep={stay}
      onConfirm={() => {
        blocker.proceed()
        return Promise.resolve()
      }}
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset()
      }}
    >
      {text}
    </ConfirmDialog>
  )
}
