import { useEffect, useState } from 'react'

/** True once `active` has lasted for `ms`: showing an indicator for a shorter wait would only flicker. */
export function useLate(active: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const clock = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(clock)
      setLate(false)
    }
  }, [active, ms])
  return active && late
}
