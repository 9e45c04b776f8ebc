import * as v from 'valibot'
import type { BuyerChoices } from '#domain/orders/order-choices.ts'

const COUPON = 'The coupon code must be text'

/** The choices of a buyer in the body of a request (domain/orders/order-choices.ts). */
export const BUYER_CHOICES = {
  coupon_code: v.pipe(v.nullish(v.string(COUPON), ''), v.trim()),
}

const body = v.object(BUYER_CHOICES)

export const choicesOf = ({ coupon_code }: v.InferOutput<typeof body>): BuyerChoices => ({ couponCode: coupon_code || null })
