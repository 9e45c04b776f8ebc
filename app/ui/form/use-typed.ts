import { useState } from 'react'
import { afterSending } from './edit-state.ts'

/** The fields of a form that is empty again after each save: a note, a batch. What is typed while one is saved belongs to the next, and stays. */
export function useTyped<Values extends object>(empty: Values) {
  const [typed, setTyped] = useState(empty)
  return {
    typed,
    set: (some: Partial<Values>) => setTyped((now) => ({ ...now, ...some })),
    /** Call it as soon as `values` are saved, before anything is read again: until then they are shown. */
    sent: (values: Partial<Values>) => setTyped((now) => afterSending(now, values, empty)),
  }
}
