import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { Shop } from './message.ts'
import { renderMail } from './render-mail.ts'
import { SAMPLE_ORDER, sampleOf } from './sample.ts'
import { checkMessageText, fillText, MESSAGES } from './texts.ts'
import type { MessageKey } from './texts.ts'

const shop: Shop = { settings: { ...DEFAULT_SETTINGS, email: 'care@shringar.example' }, origin: 'https://shop.example' }
const keys = Object.keys(MESSAGES) as MessageKey[]
const order = {
  ...SAMPLE_ORDER,
  order_id: '7f3c9a2e-1111-4222-8333-444455556666',
  full_name: '{total} <b>',
  status: 'processing',
  total_amount: '118.00',
  charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 0, taxable: 0, gst: 0, rate: null }],
  payment_method: 'cod',
  payment_state: 'cod_pending',
  gst: '1',
  deliver_to: null,
  items: [],
}

test.each(keys)('%s has a valid default text, and a sample without an unfilled placeholder', (key) => {
  expect(checkMessageText(key, MESSAGES[key])).toEqual({})
  const sample = sampleOf(key, MESSAGES[key], shop)
  expect(sample.subject.length).toBeGreaterThan(5)
  expect(`${sample.subject} ${sample.text} ${sample.html}`).not.toMatch(/\{|undefined/)
  expect(sample.html === null).toBe(key.startsWith('notice'))
})

describe('the owner’s words', () => {
  const texts = { mail_order_processing: { subject: 'Yes, {name}: {order}', opening: 'Namaste {name}!\n\nWe pack {order} over {total} at {shop} <now>.' } }

  test('replace the default texts; they are escaped in HTML, and a name is never filled as a placeholder', () => {
    const { subject, text, html } = renderMail('order_status', order, { ...shop, texts })
    expect(subject).toBe('Yes, {total} <b>: #7f3c9a2e')
    expect(text).toContain('Namaste {total} <b>!\n\nWe pack #7f3c9a2e over ₹118.00 at Shringar <now>.')
    expect(text).not.toContain('Dear')
    expect(html).toContain('at Shringar &#60;now&#62;.')
    expect(html).not.toContain('<b>')
  })

  test('of one message do not change the others', () => {
    expect(renderMail('order_status', { ...order, status: 'delivered' }, { ...shop, texts })).toEqual(
      renderMail('order_status', { ...order, status: 'delivered' }, shop),
    )
  })
})

test('a placeholder without a value leaves no gap', () => {
  expect(fillText('On its way with {courier} today', { courier: null })).toBe('On its way with today')
})

test.each([
  [{ subject: ' ', opening: 'x' }, ['subject']],
  [{ subject: 'x', opening: '' }, ['opening']],
  [{ subject: 'a\nBcc: b', opening: 'x' }, ['subject']],
  [{ subject: 'x'.repeat(121), opening: 'x'.repeat(2001) }, ['subject', 'opening']],
  [{ subject: '{password}', opening: 'Hello {name} {}' }, ['subject', 'opening']],
  [{ subject: '{NAME}', opening: '{name' }, ['subject']],
])('%j is refused at %j', (words, fields) => expect(Object.keys(checkMessageText('mail_order_placed', words))).toEqual(fields))

test('a mail says that GST is included only if it was charged', () => {
  const placed = (gst?: string) => renderMail('order_placed', { ...order, ...(gst === undefined ? {} : { gst }) }, shop).text
  expect(placed('18.00')).toContain('Total, incl. GST: ₹118.00')
  expect(placed('0.00')).toContain('Total: ₹118.00')
  expect(placed('0.00')).not.toContain('GST')
})
