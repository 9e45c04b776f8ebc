import { useState } from 'react'
import * as say from '#words/trade-list.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

type StepperProps = {
  name: string
  quantity: number
  minimum: number
  most: number
  /** 0 takes the product out of the cart */
  onSet: (quantity: number) => void
}

/** Minus, number, plus. Digits apply when the field is left or Enter is pressed; below the minimum order, minus takes the product out. */
export function Stepper({ name, quantity, minimum, most, onSet }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    const wanted = typed === '' ? quantity : Number(typed)
    const allowed = wanted === 0 ? 0 : Math.min(Math.max(wanted, minimum), most)
    if (allowed > wanted) toast({ title: say.minimumOrder(minimum) })
    if (allowed < wanted) toast({ title: say.onlyLeft(most) })
    if (allowed !== quantity) onSet(allowed)
  }
  return (
    <fieldset className="trade-quantity num" aria-label={say.quantityOf(name)}>
      <button type="button" aria-label={say.fewer(name)} onClick={() => onSet(quantity > minimum ? quantity - 1 : 0)}>
        −
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={say.quantityOf(name)}
        value={typed ?? quantity}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 5))}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit()
        }}
      />
      <button type="button" aria-label={say.more(name)} disabled={quantity >= most} onClick={() => onSet(Math.max(quantity + 1, minimum))}>
        +
      </button>
    </fieldset>
  )
}
