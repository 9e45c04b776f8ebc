import { useEffect, useState } from 'react'

/** The value as it was when nothing had changed for a moment: what asks the server must not ask with every key. */
export function useLater<T>(value: T, wait = 350): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const clock = setTimeout(() => setLater(value), wait)
    return () => clearTimeout(clock)
  }, [value, wait])
  return later
}
