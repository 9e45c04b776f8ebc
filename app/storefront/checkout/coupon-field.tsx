import { useEffect, useRef, useState } from 'react'
import type { Coupon } from '#domain/discounts/discount.ts'
import { formatRupees } from '#domain/money/money.ts'
import * as say from '#words/checkout.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { PricedCart } from '../cart/price-cart.ts'
import { couponErrorText } from './refusal-text.ts'
import type { CouponState } from './use-coupon.ts'

type CouponFieldProps = { state: CouponState; cart: PricedCart; onRedeem: (code: string | null) => void }

/** The coupon field: a code is typed, looked up, and applied or refused with a reason. The order service checks it again (docs/rules.md#stale-quotes). */
export function CouponField({ state, cart, onRedeem }: CouponFieldProps) {
  const [typed, setTyped] = useState(state.code ?? '')
  const [blank, setBlank] = useState(false)
  const removed = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button disappears with the coupon.
    if (removed.current && state.code === null) box.current?.querySelector('input')?.focus()
    removed.current = false
  }, [state.code])

  if (state.status === 'found' && cart.couponError === null) {
    const remove = () => {
      removed.current = true
      setTyped('')
      onRedeem(null)
    }
    return <Applied coupon={state.coupon} cart={cart} onRemove={remove} />
  }
  const error =
    state.status === 'failed'
      ? say.couponCheckFailed
      : state.status === 'too-many'
        ? say.couponTooMany
        : state.status === 'unknown'
          ? say.couponUnknown
          : state.status === 'found' && cart.couponError
            ? couponErrorText(cart.couponError.reason, cart.couponError.missing)
            : null
  return (
    <div ref={box}>
      <form
        noValidate
        className="flex items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setBlank(typed.trim() === '')
          if (typed.trim() === state.code) state.again()
          else if (typed.trim() !== '') onRedeem(typed.trim())
        }}
      >
        <Field
          label={say.couponQuestion}
          name="coupon"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder={say.couponCode}
          className="flex-1 [&_input]:uppercase [&_input]:placeholder:normal-case"
          error={blank ? say.typeCoupon : typed.trim() === state.code ? error : null}
          onChange={(event) => {
            setTyped(event.target.value)
            setBlank(false)
          }}
        />
        <Button type="submit" className="mt-[31px] min-h-[52px]" busy={state.status === 'asking'} busyText={say.checkingCoupon}>
          {say.applyCoupon}
        </Button>
      </form>
    </div>
  )
}

function Applied({ coupon, cart: { quote }, onRemove }: { coupon: Coupon; cart: PricedCart; onRemove: () => void }) {
  const gain =
    coupon.kind === 'free_delivery'
      ? say.couponFreeDelivery
      : say.couponTakes(formatRupees(quote.discounts.find(({ code }) => code === coupon.code)?.amount ?? 0))
  return (
    <div className="flex items-center gap-3 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">
      <Icon name="check" size={20} />
      <p role="status" className="num min-w-0 flex-1">
        <b className="font-semibold">{say.couponApplied(coupon.name)}</b>
        <span className="block text-sm">
          {gain}
          {coupon.description ? ` · ${coupon.description}` : ''}
        </span>
      </p>
      <button type="button" className="link py-2 text-sm" onClick={onRemove}>
        {say.removeCoupon}
        <span className="sr-only">{say.theCoupon(coupon.name)}</span>
      </button>
    </div>
  )
}
