import { useEffect, useState } from 'react'

/** The value once it has not changed for a moment, so that not every key press causes a request. */
export function useLater<T>(value: T, wait = 350): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const clock = setTimeout(() => setLater(value), wait)
    return () => clearTimeout(clock)
  }, [value, wait])
  return later
}
