import { expect, test } from 'vitest'
import { choicesBody } from '#domain/orders/choices-body.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { CHOSEN } from '#domain/orders/testing/chosen.ts'
import { checkBody, fieldsOf } from '../check-body.ts'
import { BUYER_CHOICES, choicesOf } from './check-choices.ts'

const received = (body: unknown) => {
  const checked = checkBody(fieldsOf(BUYER_CHOICES), body)
  return checked.ok ? choicesOf(checked.body) : checked.fields
}

test('what a buyer chooses arrives as it was chosen, but for the delivery charge, which only staff decide on', () => {
  const { delivery: _, ...chosen } = CHOSEN
  expect(received({ ...choicesBody(CHOSEN), delivery: CHOSEN.delivery })).toEqual(chosen)
})

test('a body without choices chooses nothing', () => {
  const { delivery: _, ...nothing } = NO_CHOICES
  expect(received({})).toEqual(nothing)
})
