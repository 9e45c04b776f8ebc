import { useState } from 'react'
import * as v from 'valibot'

/** What this device printed last; not personal data. */
const KEY = 'shringar-admin-print'

const CHOICE = v.object({
  copies: v.fallback(v.picklist(['original', 'pair', 'all']), 'original'),
  labels: v.fallback(v.picklist(['thermal', 'a4']), 'thermal'),
})
export type PrintChoice = v.InferOutput<typeof CHOICE>

export function readChoice(): PrintChoice {
  try {
    return v.parse(CHOICE, JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return v.parse(CHOICE, {})
  }
}

/** The choice, and a function that changes and remembers it. */
export function usePrintChoice(): [PrintChoice, (change: Partial<PrintChoice>) => void] {
  const [choice, setChoice] = useState(readChoice)
  return [
    choice,
    (change) => {
      const next = { ...readChoice(), ...change }
      setChoice(next)
      try {
        localStorage.setItem(KEY, JSON.stringify(next))
      } catch {
        // chosen again next time
      }
    },
  ]
}
