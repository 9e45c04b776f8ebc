import { expect, test } from 'vitest'
import { choicesBody, readChoices } from './choices-body.ts'
import { NO_CHOICES } from './order-choices.ts'
import { CHOSEN } from './testing/chosen.ts'

test('every choice survives a reload; what is missing or of another type is not chosen', () => {
  for (const name of Object.keys(NO_CHOICES) as (keyof typeof NO_CHOICES)[]) expect(CHOSEN[name], name).not.toEqual(NO_CHOICES[name])
  expect(readChoices(JSON.parse(JSON.stringify(CHOSEN)))).toEqual(CHOSEN)
  for (const kept of [null, 'x', {}, { couponCode: 1, delivery: 'gratis' }]) expect(readChoices(kept)).toEqual(NO_CHOICES)
})

test('an empty coupon field is no coupon', () => {
  expect(choicesBody({ ...NO_CHOICES, couponCode: '  ' })).toEqual(choicesBody(NO_CHOICES))
  expect(choicesBody({ ...NO_CHOICES, couponCode: ' DIWALI ' })).toMatchObject({ coupon_code: 'DIWALI' })
})
