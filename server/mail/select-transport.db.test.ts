import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'
import { openFakeSmtp } from '../testing/fake-smtp.ts'

/** Milliseconds; generous, because a busy machine is slow. */
const PATIENCE = 20_000

let shop: MailShop
beforeAll(async () => void (shop = await openMailShop()))
afterAll(() => shop.close())
afterEach(async () => {
  await shop.owner.query(
    'update private.mail_setup set host = null, port = null, security = null, username = null, password = null, from_name = null, from_address = null, reply_to = null, version = version + 1',
  )
  await shop.owner.query('delete from public.message_texts')
  await shop.clear()
})

const setServer = (url: string, more = '') =>
  shop.owner.query(`update private.mail_setup set host = '127.0.0.1', port = $1, security = 'none', version = version + 1${more}`, [Number(new URL(url).port)])
const sendTest = () =>
  shop.owner.query("insert into private.mails (kind, recipient, next_attempt_at) values ('test', 'admin@shop.example', now() - interval '1 day')")
const sent = (count: number) => vi.waitFor(async () => expect((await shop.mails()).filter(({ status }) => status === 'sent')).toHaveLength(count), PATIENCE)

test('the back office’s mail server takes precedence over the environment’s from the next mail on; without it the environment’s applies again', async () => {
  const [environment, own] = [await openFakeSmtp(), await openFakeSmtp()]
  shop.open({ smtpUrl: environment.url })
  await vi.waitFor(
    async () =>
      expect((await shop.owner.query('select environment, environment_host from private.mail_setup')).rows).toEqual([
        { environment: 'smtp', environment_host: '127.0.0.1' },
      ]),
    PATIENCE,
  )
  await sendTest()
  await sent(1)
  await setServer(own.url)
  await sendTest()
  await sent(2)
  await shop.owner.query('update private.mail_setup set host = null, port = null, security = null, version = version + 1')
  await sendTest()
  await sent(3)
  expect([environment.received.length, own.received.length]).toEqual([2, 1])
  environment.close()
  own.close()
})

test('sender, reply-to address and texts are those of the owner', async () => {
  await shop.owner.query(
    "update private.mail_setup set from_name = 'Meera at Shringar', from_address = 'meera@shop.example', reply_to = 'replies@shop.example', version = version + 1",
  )
  await shop.owner.query(
    "insert into public.message_texts (key, subject, opening) values ('mail_order_placed', 'Dhanyavaad {name}', 'Order {order} <is> here.')",
  )
  shop.open()
  const id = await shop.order()
  await sent(1)
  const [email] = await shop.outbox()
  expect(email).toMatchObject({
    subject: 'Dhanyavaad मीरा Nair',
    from: { name: 'Meera at Shringar', address: 'meera@shop.example' },
    replyTo: [{ name: 'Meera at Shringar', address: 'replies@shop.example' }],
  })
  expect(email?.text).toContain(`Order #${id.slice(0, 8)} <is> here.`)
  expect(email?.html).toContain(`Order #${id.slice(0, 8)} &#60;is&#62; here.`)
  expect(email?.text).toContain('Total, incl. GST')
})

test('a sender name alone is used with the environment’s address', async () => {
  await shop.owner.query("update private.mail_setup set from_name = 'Meera', version = version + 1")
  shop.open()
  await sendTest()
  await sent(1)
  expect((await shop.outbox())[0]).toMatchObject({ subject: 'Test email from Shringar', from: { name: 'Meera', address: 'orders@shop.example' } })
})

test('a refused test mail fails at once with the reason, without user name and password', async () => {
  const own = await openFakeSmtp()
  own.behaviour = 'refuses the recipient for now (450)'
  await setServer(own.url, ", username = 'refused', password = 'secret-of-the-shop'")
  shop.open()
  await sendTest()
  await vi.waitFor(async () => expect((await shop.mails())[0]).toMatchObject({ status: 'failed', attempts: 1 }), PATIENCE)
  const reason = (await shop.mails())[0]?.last_error ?? ''
  expect(reason.length).toBeGreaterThan(5)
  expect(reason).not.toMatch(/secret-of-the-shop|refused/)
  own.close()
})

test('a server without encryption gets no mail if STARTTLS is required', async () => {
  const own = await openFakeSmtp()
  await setServer(own.url)
  await shop.owner.query("update private.mail_setup set security = 'starttls', version = version + 1")
  shop.open()
  await sendTest()
  await vi.waitFor(async () => expect((await shop.mails())[0]).toMatchObject({ status: 'failed' }), PATIENCE)
  expect(own.received).toEqual([])
  own.close()
})

test('a mail about an order of a shop without a GSTIN does not mention included GST', async () => {
  shop.open()
  await shop.order({ rates: [0] })
  await shop.owner.query("update public.orders set charges = jsonb_set(jsonb_set(charges, '{0,taxable}', '100'), '{0,gst}', '0')")
  await sent(1)
  const [email] = await shop.outbox()
  expect(email?.text).toContain('Total: ₹200.00')
})
