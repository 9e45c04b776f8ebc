import { DELIVERY_CHOICES } from '../delivery/delivery.ts'
import { NO_CHOICES } from './order-choices.ts'
import type { BuyerChoices, OrderChoices } from './order-choices.ts'

// Apart from the choices themselves, which every page that shows a price loads.

/** The choices in the body of a request. */
export type ChoicesBody = { coupon_code: string | null }

export const choicesBody = ({ couponCode }: BuyerChoices): ChoicesBody => ({ coupon_code: couponCode?.trim() || null })

/** Choices that a browser has kept; one that is missing or invalid is not made. */
export function readChoices(kept: unknown): OrderChoices {
  const { couponCode, delivery } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<keyof OrderChoices, unknown>>
  return {
    couponCode: typeof couponCode === 'string' ? couponCode : NO_CHOICES.couponCode,
    delivery: DELIVERY_CHOICES.find((choice) => choice === delivery) ?? NO_CHOICES.delivery,
  }
}
