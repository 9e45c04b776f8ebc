import { describe, expect, test } from 'vitest'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { Shop } from './message.ts'
import type { OrderMailData } from './order.ts'
import { renderMail } from './render-mail.ts'
import { SAMPLE_ORDER } from './sample.ts'

const shop: Shop = {
  settings: { ...DEFAULT_SETTINGS, legalName: 'Shringar & Sons', city: 'Mumbai', pincode: '400002', email: 'care@shringar.example' },
  origin: 'https://shop.example',
}
const link = 'https://shop.example/auth/v1/verify?token=abc&type=signup'
const order: OrderMailData = {
  ...SAMPLE_ORDER,
  order_id: '7f3c9a2e-1111-4222-8333-444455556666',
  full_name: 'Meera <b>Nair</b>',
  status: 'pending',
  total_amount: '1921.42',
  to_collect: '1921.42',
  charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 0, taxable: 0, gst: 0, rate: null }],
  payment_method: 'cod',
  payment_state: 'cod_pending',
  gst: '1',
  deliver_to: 'Meera <b>Nair</b>, 48, 12th Main, Bengaluru, Karnataka 560038',
  items: [{ product_name: 'नूर "Ubtan" <script>', quantity: 6, total: '786.72' }],
}

describe('a mail', () => {
  test('to an unconfirmed address contains nothing that someone else could have entered', () => {
    for (const kind of ['signup', 'email_change', 'magiclink', 'invite'] as const) {
      const typed = 'Your parcel is held, pay at https://evil.example'
      const mail = renderMail(
        kind,
        { link, full_name: typed },
        { ...shop, texts: { mail_signup: { subject: 'Hello {name}', opening: 'Dear {name}, welcome' } } },
      )
      expect(JSON.stringify(mail), kind).not.toContain('parcel')
    }
  })

  test('about an order of which a part was paid asks for the rest alone', () => {
    const rest = { ...order, payment_method: 'upi', payment_state: 'awaiting_payment', to_collect: '300.00' }
    expect(renderMail('order_changed', { ...rest, account: true, note: 'x' }, shop).text).toContain(
      '₹300.00 of this order is still to pay. Open the order to pay.',
    )
    const { text } = renderMail('order_changed', { ...rest, account: false, note: 'x' }, { ...shop, settings: { ...shop.settings, upiVpa: 'shop@bank' } })
    expect(text).toContain('₹300.00 of this order is still to pay. Please pay ₹300.00 by UPI to shop@bank')
  })

  test('about a changed order says what changed, and shows the order as it is now with what is to be paid', () => {
    const note = 'Order changed: Customer called (Serum 2 → 1). Total ₹2,021.42 → ₹1,921.42.'
    const { subject, text, html } = renderMail('order_changed', { ...order, note, payment_method: 'upi', payment_state: 'awaiting_payment' }, shop)
    expect(subject).toBe('Your order #7f3c9a2e was changed')
    for (const part of [note, '₹1,921.42', 'Open the order to pay', 'https://shop.example/order-confirmation/']) expect(text).toContain(part)
    expect(html).not.toContain('<b>Nair</b>')
    expect(renderMail('order_changed', { ...order, note: null }, shop).text).not.toContain('null')
  })

  test('about a return says what happens to it, in the words of the owner too, and what was credited and kept back', () => {
    const returned = {
      number: 2,
      state: 'closed' as const,
      decline_reason: null,
      credited: '118.00',
      deduction: '18.00',
      deduction_reason: 'The <b>box</b> is missing',
      items: [{ product_name: 'Rose <i>Cream</i>', quantity: 1 }],
    }
    const { subject, text, html } = renderMail('order_return', { ...order, returned }, shop)
    expect(subject).toBe('Your return of order #7f3c9a2e is settled')
    for (const part of ['Return 2 of order #7f3c9a2e', 'Rose <i>Cream</i>: 1 ×', '₹118.00', '₹18.00: The <b>box</b> is missing']) expect(text).toContain(part)
    expect(html).not.toMatch(/<i>Cream|<b>box/)
    const declined = { ...returned, state: 'declined' as const, decline_reason: 'Opened', credited: null, deduction: null }
    const own = { ...shop, texts: { mail_return_declined: { subject: 'No to return {return}', opening: 'Sorry: {reason}' } } }
    expect(renderMail('order_return', { ...order, returned: declined }, own)).toMatchObject({
      subject: 'No to return 2',
      text: expect.stringContaining('Sorry: Opened') as string,
    })
  })

  test('about a part of an order lists what is in the parcel and what is to follow, and leads to the courier', () => {
    const parcel = {
      number: 1,
      courier: 'Delhivery',
      tracking_number: 'D1',
      own_delivery: false,
      lines: [{ product_name: 'Rose <i>Cream</i>', quantity: 2 }],
      to_follow: [{ product_name: 'Neem Soap', quantity: 3 }],
    }
    const { subject, text, html } = renderMail('order_shipment', { ...order, parcel }, shop)
    expect(subject).toBe('Part of your order #7f3c9a2e is on its way')
    for (const part of ['Rose <i>Cream</i>  × 2\n', 'To follow: 3 × Neem Soap.', 'https://www.delhivery.com/track-v2/package/D1', 'View my order'])
      expect(text).toContain(part)
    expect(html).not.toContain('<i>Cream')
    const own = renderMail('order_shipment', { ...order, parcel: { ...parcel, courier: null, tracking_number: null, own_delivery: true } }, shop)
    expect(own.text).toContain('We bring it ourselves')
    expect(own.text).not.toContain('null')
    const rest = renderMail('order_rest', { ...order, note: 'not sent any more: 2 × Rose Cream. ₹118.00 is refunded. Reason: sold out' }, shop)
    expect(rest.text).toContain('Not sent any more: 2 × Rose Cream. ₹118.00 is refunded. Reason: sold out')
    const last = renderMail('order_status', { ...order, status: 'shipped', parcel: { ...parcel, number: 2, to_follow: [] } }, shop)
    for (const part of ['This is the last parcel of your order', 'Parcel: 2', 'Tracking number: D1']) expect(last.text).toContain(part)
  })

  test('to the owner of an address that someone else entered leads to the sign-in and says that nothing was changed', () => {
    const { subject, text } = renderMail('account_exists', { link: 'https://shop.example/' }, shop)
    expect(subject).toBe('You already have an account at Shringar')
    expect(text).toContain('nothing was changed')
    expect(text).toContain('https://shop.example/login')
  })

  test('to confirm an address carries its link in both forms', () => {
    const mail = renderMail('signup', { link }, shop)
    expect(mail.subject).toBe('Confirm your email for Shringar')
    expect(mail.text).toContain(`\n${link}\n`)
    expect(mail.html).toContain('href="https://shop.example/auth/v1/verify?token=abc&#38;type=signup"')
  })

  test('exists for every kind that the auth service sends', () => {
    for (const kind of ['signup', 'recovery', 'email_change', 'magiclink', 'invite'] as const) {
      const mail = renderMail(kind, { link }, shop)
      expect(mail.subject.length).toBeGreaterThan(10)
      expect(mail.text).toContain(link)
    }
  })

  test('to the present address of an account that changes it says so, and carries its own link', () => {
    const { subject, text } = renderMail('email_change_current', { link }, shop)
    expect(subject).toBe('Confirm the change of your email at Shringar')
    expect(text).toContain(link)
    expect(text).toContain('change your password')
  })

  test('with a code shows it, and links to nothing if the code is all', () => {
    const proof = renderMail('reauthentication', { link: 'https://shop.example', code: '482715' }, shop)
    expect(proof.text).toContain('Your code: 482715')
    expect(proof.html).toContain('482715')
    expect(proof.subject + proof.text.slice(0, 40)).not.toContain('482715')
    expect(proof.text).not.toContain('/auth/v1/')
    const both = renderMail('magiclink', { link, code: '482715' }, shop)
    expect(both.text).toContain('Your code: 482715')
    expect(both.text).toContain(link)
  })

  test('about a changed account leads to the security settings and names nothing of the change', () => {
    for (const kind of ['password_changed', 'email_changed', 'phone_changed', 'identity_linked', 'identity_unlinked'] as const) {
      const { subject, text } = renderMail(kind, { link: 'https://shop.example/' }, shop)
      expect(subject, kind).toContain('Shringar')
      expect(text, kind).toContain('https://shop.example/profile/security')
      expect(text, kind).toContain('write to care@shringar.example')
      // The former mailbox gets no mail with which a password could be chosen.
      expect(text.includes('choose a new password'), kind).toBe(kind !== 'email_changed')
    }
    const silent = { ...shop, settings: { ...shop.settings, email: '' } }
    expect(renderMail('email_changed', { link }, silent).text).toContain('write to the shop at once')
  })

  test('about a second factor leads to the security settings and says what to do when it was someone else', () => {
    for (const kind of ['mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes'] as const) {
      const { subject, text } = renderMail(kind, { link: 'https://shop.example/' }, shop)
      expect(subject).toContain('Shringar')
      expect(text).toContain('https://shop.example/profile/security')
      expect(text).toContain('someone knows your password')
    }
  })

  test('to a customer without an account links to no page, and says where to pay', () => {
    const waits = { ...order, payment_method: 'upi', payment_state: 'awaiting_payment' }
    const payable = { ...shop, settings: { ...shop.settings, upiVpa: 'shop@bank' } }
    const guest = renderMail('order_placed', { ...waits, account: false }, payable)
    expect(guest.text).toContain('Please pay ₹1,921.42 by UPI to shop@bank and quote order 482-715.')
    expect(guest.text + guest.html).not.toContain('/order-confirmation/')
    const customer = renderMail('order_placed', waits, payable)
    expect(customer.text).toContain('Open the order to pay')
    expect(customer.text).toContain('/order-confirmation/')
  })

  test('about 1,000 lines lists the first, sums up the rest, and is short enough to be shown completely', () => {
    const line = { product_name: 'Kumkum Matte Lipstick, long-wearing, shade 042 Gulmohar', quantity: 12, total: '1234.50' }
    const { html, text } = renderMail('order_placed', { ...order, items: Array.from({ length: MOST_ORDER_LINES }, () => line) }, shop)
    expect(text.split('Kumkum Matte Lipstick')).toHaveLength(100)
    expect(text).toContain('901 more products  × 10,812  ₹11,12,284.50')
    expect(text).toContain('https://shop.example/order-confirmation/')
    expect(Buffer.byteLength(html)).toBeLessThan(102_000)
    const hundred = renderMail('order_placed', { ...order, items: Array.from({ length: 100 }, () => line) }, shop)
    expect(hundred.text.split('Kumkum Matte Lipstick')).toHaveLength(101)
    expect(hundred.text).not.toContain('more products')
  })

  test('about a placed order lists the products and their prices', () => {
    const { subject, text } = renderMail('order_placed', order, shop)
    expect(subject).toBe('Order #7f3c9a2e received')
    expect(text).toContain('नूर "Ubtan" <script>  × 6  ₹786.72')
    expect(text).toContain('Order number: 482-715')
    expect(text).toContain('Delivery: Free')
    expect(text).toContain('Total, incl. GST: ₹1,921.42')
    expect(text).toContain('Deliver to: Meera <b>Nair</b>, 48, 12th Main, Bengaluru, Karnataka 560038')
    expect(text).toContain('https://shop.example/order-confirmation/7f3c9a2e-1111-4222-8333-444455556666')
  })

  test('escapes all input of people', () => {
    const { html } = renderMail('order_placed', order, { ...shop, settings: { ...shop.settings, storeName: '<img src=x onerror=alert(1)>' } })
    expect(html).not.toMatch(/<script|<b>|<img/)
    expect(html).toContain('Meera &#60;b&#62;Nair&#60;/b&#62;')
    expect(html).toContain('Shringar &#38; Sons')
  })

  test('makes links only of web addresses', () => {
    expect(renderMail('recovery', { link: 'javascript:alert(1)' }, shop).html).not.toContain('href="javascript')
  })

  test('has no line break in its subject', () => {
    const settings = { ...shop.settings, storeName: 'Shringar\r\nBcc: everybody@example.com' }
    expect(renderMail('recovery', { link }, { ...shop, settings }).subject).not.toMatch(/[\r\n]/)
  })

  test('about a shipped order names courier and tracking number', () => {
    const { subject, text } = renderMail('order_status', { ...order, status: 'shipped', courier: 'Dakiya Express', tracking_number: '14839920117' }, shop)
    expect(subject).toBe('Order #7f3c9a2e is on its way')
    expect(text).toContain('Courier: Dakiya Express\nTracking number: 14839920117')
    expect(text).not.toContain('Track at')
  })

  test('about a shipped order links to the parcel at a known courier, and then to the order', () => {
    const shipped = { ...order, status: 'shipped', courier: 'Blue Dart Surface', tracking_number: 'BD&44' }
    const address = 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=BD%2644'
    const { html, text } = renderMail('order_status', shipped, shop)
    expect(text).toContain(`Track at Blue Dart:\n${address}\n\nView my order:\nhttps://shop.example/order-confirmation/${order.order_id}`)
    expect(html).toContain(`href="${address.replaceAll('&', '&#38;')}"`)
    expect(renderMail('order_status', { ...shipped, account: false }, shop).text).not.toContain('View my order')
    expect(renderMail('order_status', { ...shipped, status: 'delivered' }, shop).text).not.toContain('Track at')
  })

  test('about a cancelled order gives the reason, and promises a refund only if something was paid', () => {
    const cancelled = { ...order, status: 'cancelled', cancel_reason: 'Out of season' }
    expect(renderMail('order_status', cancelled, shop).text).toContain('Reason: Out of season')
    expect(renderMail('order_status', cancelled, shop).text).not.toContain('refunded')
    expect(renderMail('order_status', { ...cancelled, payment_state: 'refund_due' }, shop).text).toContain('refunded')
  })

  test('about a refund names the amount and how it is paid', () => {
    const { subject, text } = renderMail('order_refunded', { ...order, status: 'cancelled', payment_state: 'refunded' }, shop)
    expect(subject).toBe('Refund for order #7f3c9a2e')
    expect(text).toContain('We have refunded ₹1,921.42 for order #7f3c9a2e to you.')
  })

  test('about documents names their legal kind, and says whether they are attached', () => {
    const accepted = { ...order, status: 'processing', documents: [{ form: 'tax_invoice', serial: 'INV/26-27/000123' }] }
    const { text } = renderMail('order_status', { ...accepted, documentsAre: 'attached' }, shop)
    expect(text).toContain('packing it.\n\nYour GST invoice is attached.')
    expect(text).toContain('Tax invoice: INV/26-27/000123')
    expect(renderMail('order_status', { ...accepted, documentsAre: 'online' }, shop).text).toContain(
      'Your GST invoice is ready: open your order to download it.',
    )
    const notes = ['CN/26-27/000001', 'CN/26-27/000002'].map((serial) => ({ form: 'credit_note', serial }))
    const refunded = { ...order, status: 'cancelled', documents: notes, documentsAre: 'attached' as const }
    expect(renderMail('order_refunded', refunded, shop).text).toContain('Your credit notes are attached.')
    expect(renderMail('order_status', { ...refunded, documentsAre: 'online' }, shop).text).toContain(
      'Your credit notes are ready: open your order to download them.',
    )
    expect(renderMail('order_status', order, shop).text).not.toMatch(/invoice|credit note/i)
  })

  test('to the owners says each problem, and leads to the page that says what to do', () => {
    const disk = { code: 'disk_low', facts: { server: 'web-1', free_bytes: 2e9, total_bytes: 40e9 } } as const
    const one = renderMail('shop_alert', { problems: [disk] }, shop)
    expect(one.subject).toContain('The disk of web-1 is almost full: 2 GB of 40 GB left.')
    const two = renderMail('shop_alert', { problems: [disk, { code: 'mails_late', facts: { count: 2, minutes: 16 } }] }, shop)
    expect(two.subject).toContain('2 problems with the shop')
    for (const part of ['web-1', '2 emails wait, the oldest for 16 minutes.', '/admin/settings/health']) expect(two.text).toContain(part)
  })

  test('to the shop names the product with low stock, and links to it', () => {
    const low = { product_id: '00000000-0000-4000-8000-000000000001', name: 'Rose Cream', sku: 'CREAM', stock: 9 }
    expect(renderMail('low_stock', low, shop)).toMatchObject({ subject: 'Rose Cream has 9 left' })
    expect(renderMail('low_stock', low, shop).text).toContain('https://shop.example/products/rose-cream/00000000-0000-4000-8000-000000000001')
    expect(renderMail('low_stock', { ...low, stock: 0 }, shop).subject).toBe('Rose Cream is sold out')
    const hindi = renderMail('low_stock', { ...low, name: 'नूर' }, shop)
    expect(hindi.html).toMatch(/href="[^"]*%E0%A4%A8[^"]*"[^]*>https:\/\/shop\.example\/products\/नूर\//)
  })

  test('about a product back in stock gives the reason for the mail, and says that no other mail follows', () => {
    const back = { product_id: '00000000-0000-4000-8000-000000000001', name: 'Rose <b>Cream</b>', asked_at: '2026-11-20T20:00:00Z' }
    const { subject, text, html } = renderMail('back_in_stock', back, shop)
    expect(subject).toBe('Rose <b>Cream</b> is back in stock')
    for (const part of [text, html]) {
      expect(part).toContain('https://shop.example/products/rose-b-cream-b/00000000-0000-4000-8000-000000000001')
      expect(part).toContain('you asked us on Nov 21, 2026 to notify you once') // the day in India
      expect(part).toContain('Your request is now closed')
    }
    expect(html).not.toContain('<b>Cream')
  })

  test('to a complainant has the ticket number and contains none of their input', () => {
    const complaint = {
      number: 'CMP/26-27/000007',
      created_at: '2026-11-20T10:00:00Z',
      name: 'Cheap pills',
      email: 'meera@looks.example',
      phone: null,
      order_id: null,
      order_number: null,
      message: 'Buy now at https://spam.example',
    }
    const { subject, text, html } = renderMail('complaint_received', complaint, { ...shop, settings: { ...shop.settings, grievanceName: 'Anjali Rao' } })
    expect(subject).toBe('We have your complaint CMP/26-27/000007')
    expect(text).toContain('Ticket number: CMP/26-27/000007\nReceived: Nov 20, 2026 3:30 PM')
    expect(text).toContain('Anjali Rao')
    expect(text + html).not.toMatch(/pills|spam/)
    const filed = renderMail('complaint_filed', complaint, shop)
    expect(filed.text).toContain('Buy now at https://spam.example')
    expect(filed.html).not.toContain('href="https://spam.example')
  })

  test('of an unknown kind is an error, not an empty mail', () => {
    expect(() => renderMail('toString' as 'signup', { link }, shop)).toThrow(RangeError)
  })

  test('loads nothing from outside', () => {
    expect(renderMail('order_placed', order, shop).html).not.toMatch(/<img|<link|url\(|src=/)
  })
})

test('the mail of a placed order lists every charge in addition to the goods', () => {
  const charge = { kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 }
  const charges = [
    charge,
    { ...charge, kind: 'wrap', label: 'Wrap', cost: 59, amount: 59, taxable: 50, gst: 9 },
    { ...charge, kind: 'card', label: 'Card', amount: 0, taxable: 0, gst: 0 },
  ]
  const { text } = renderMail('order_placed', { ...order, charges }, shop)
  for (const line of ['Delivery: ₹100.00', 'Wrap: ₹59.00', 'Card: Free']) expect(text).toContain(line)
})
