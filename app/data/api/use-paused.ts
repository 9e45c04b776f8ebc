import { useEffect, useState } from 'react'

/** The value once it has not changed for this many ms. */
export function usePaused<Value>(value: Value, ms: number): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const clock = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(clock)
  }, [value, ms])
  return paused
}
