import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, updated every minute, so that '2m ago' becomes '3m ago' by itself. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(clock)
  }, [])
  return now
}
