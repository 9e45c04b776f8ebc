import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { inFormOrder } from '../../ui/form/address-values.ts'
import { PARTS, partOf } from './draft.ts'
import type { Part } from './draft.ts'
import { headingOf } from './part.tsx'
import type { Checkout } from './use-checkout.ts'

export type Parts = {
  open: Record<Part, boolean>
  /** how often each part was refused */ attempts: Record<Part, number>
  /** of the fields of each part, in their order */ errors: Record<'address' | 'invoice', Record<string, string>>
  /** Closes a part, or shows what is wrong with it. */
  finish: (part: Part) => boolean
  /** Closes all of them; shows the first that is wrong. */
  finishAll: () => boolean
}

const none = { address: 0, invoice: 0, payment: 0 }

/** Which parts of the checkout are open. `?step=` opens one in place; the address of the page without it shows the summary of all that are done. */
export function useParts(checkout: Checkout, isPaymentChosen: boolean): Parts {
  const [attempts, setAttempts] = useState(none)
  const navigate = useNavigate()
  const { key } = useLocation()
  const [params] = useSearchParams()
  const asked = PARTS.find((part) => part === params.get('step'))
  const { checked, draft, mark } = checkout

  const all = Object.entries(checked.ok ? {} : inFormOrder(checked.fields))
  const errorsOf = (part: Part) => Object.fromEntries(all.filter(([name]) => partOf(name) === part))
  const errors = { address: errorsOf('address'), invoice: errorsOf('invoice') }
  const wrong = {
    address: Object.keys(errors.address).length > 0,
    invoice: Object.keys(errors.invoice).length > 0,
    payment: !isPaymentChosen,
  }
  const open = Object.fromEntries(PARTS.map((part) => [part, wrong[part] || !draft.done[part]])) as Record<Part, boolean>

  const reopen = useRef(mark)
  const first = useRef(key)
  const focusOn = useFocusOnPart()
  useEffect(() => {
    if (asked === undefined) return
    reopen.current({ [asked]: false })
    if (key !== first.current) focusOn(asked)
  }, [asked, key, focusOn])

  function refuse(part: Part): false {
    setAttempts((before) => ({ ...before, [part]: before[part] + 1 }))
    return false
  }

  function close(parts: readonly Part[]): true {
    setAttempts((before) => ({ ...before, ...Object.fromEntries(parts.map((part) => [part, 0])) }))
    mark(Object.fromEntries(parts.map((part) => [part, true])))
    // Else a reload would open the part again.
    if (asked !== undefined && parts.includes(asked)) void navigate('/checkout', { replace: true, preventScrollReset: true })
    return true
  }

  return {
    open,
    attempts,
    errors,
    finish: (part) => {
      if (wrong[part]) return refuse(part)
      focusOn(PARTS.find((other) => other !== part && open[other]) ?? 'review')
      return close([part])
    },
    finishAll: () => {
      const first = PARTS.find((part) => wrong[part])
      return first === undefined ? close(PARTS) : refuse(first)
    },
  }
}

/** Moves the focus to the heading of a part, once it has been drawn, and what follows it into sight. */
function useFocusOnPart(): (part: Part | 'review') => void {
  return useCallback((part: Part | 'review') => {
    requestAnimationFrame(() => {
      const heading = document.getElementById(headingOf(part))
      heading?.focus({ preventScroll: true })
      heading?.scrollIntoView({ block: 'nearest' })
    })
  }, [])
}
