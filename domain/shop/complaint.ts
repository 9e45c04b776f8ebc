import { mobileNumber } from '../addresses/mobile-number.ts'
import { isEmail } from '../addresses/shipping.ts'
import { isUuid } from '../text/uuid.ts'
import { oneLine } from '../text/one-line.ts'

/** A checked complaint. `phone` is ten digits or null. */
export type Complaint = { name: string; email: string; phone: string | null; orderId: string | null; message: string }
export type CheckedComplaint = { ok: true; complaint: Complaint } | { ok: false; fields: Record<string, string> }

const SHORTEST_MESSAGE = 10
const LONGEST_MESSAGE = 4000

/** Returns all errors at once, with a sentence per field; used by the form on /contact and by file-complaint. */
export function checkComplaint(body: Record<string, unknown>): CheckedComplaint {
  const fields: Record<string, string> = {}
  const name = oneLine(body['name'])
  if (name === '') fields['name'] = 'Enter your name'
  else if (name.length > 100) fields['name'] = 'Use at most 100 characters'
  const email = oneLine(body['email'])
  if (email === '') fields['email'] = 'Enter your email address'
  else if (!isEmail(email)) fields['email'] = 'Enter an email address like name@example.com'
  const phone = mobileNumber(oneLine(body['phone']))
  if (phone !== '' && !/^[6-9][0-9]{9}$/.test(phone)) fields['phone'] = 'Enter a mobile number of 10 digits that starts with 6, 7, 8 or 9, or leave it empty'
  const message = longText(body['message'])
  if (message.length < SHORTEST_MESSAGE) fields['message'] = 'Tell us what happened, in a sentence or more'
  else if (message.length > LONGEST_MESSAGE) fields['message'] = `Use at most ${LONGEST_MESSAGE} characters`
  const order = body['order_id'] === undefined || body['order_id'] === null || body['order_id'] === '' ? null : body['order_id']
  if (order !== null && !isUuid(order)) fields['order_id'] = 'Choose one of your orders'
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  return { ok: true, complaint: { name, email, phone: phone === '' ? null : phone, orderId: typeof order === 'string' ? order : null, message } }
}

/** Keeps paragraphs; other control characters, which PostgreSQL or a mail could not handle, become spaces. */
function longText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
