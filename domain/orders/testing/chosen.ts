import type { OrderChoices } from '../order-choices.ts'

/** Every choice made, and none as in NO_CHOICES: for tests that none is lost on its way. */
export const CHOSEN: OrderChoices = { couponCode: 'DIWALI', delivery: 'free' }

/** The field in which each choice is made, by its name in the form. */
export const CHOICE_FIELDS: Record<keyof OrderChoices, string> = { couponCode: 'coupon', delivery: 'delivery' }
