import { useEffect } from 'react'

/** Retries a failed action once the connection is back. */
export function useWhenBackOnline(failed: boolean, again: () => unknown): void {
  useEffect(() => {
    if (!failed) return
    const retry = () => again()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
}
