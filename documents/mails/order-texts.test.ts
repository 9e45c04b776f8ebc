import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { renderMail } from './render-mail.ts'
import { SAMPLE_ORDER } from './sample.ts'

/** What decides what a mail says, and is no text of its own in it. */
const DECIDES = new Set(['order_id', 'status', 'total_amount', 'store_credit', 'to_collect', 'payment_method', 'payment_state', 'gst'])
const shop = { settings: DEFAULT_SETTINGS, origin: 'https://shop.example' }

test('every text that is read for the mails of an order is in one of them', () => {
  const texts = Object.entries(SAMPLE_ORDER).flatMap(([name, value]) => (value === null || typeof value === 'string' ? name : []))
  const named = texts.filter((name) => !DECIDES.has(name))
  const order = { ...SAMPLE_ORDER, ...Object.fromEntries(named.map((name) => [name, `the ${name}`])) }
  const mails = ['pending', 'shipped', 'cancelled'].flatMap((status) => [
    renderMail('order_placed', { ...order, status }, shop).text,
    renderMail('order_status', { ...order, status }, shop).text,
  ])
  expect(named.filter((name) => !mails.join('\n').includes(`the ${name}`))).toEqual([])
})
