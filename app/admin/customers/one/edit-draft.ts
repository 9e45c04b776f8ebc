import { checkGstin } from '#domain/addresses/gstin.ts'
import { mobileNumber } from '#domain/addresses/mobile-number.ts'
import { GSTIN_SENTENCES } from '#domain/addresses/shipping.ts'
import * as say from '#words/admin-customers.ts'
import type { ProfileEdit } from '../../../data/admin/customers/customer.ts'

export type EditTexts = Record<keyof ProfileEdit, string>
export type EditCheck = { ok: true; edit: ProfileEdit } | { ok: false; fields: Partial<EditTexts> }

/**
 * A customer may be a company without a person's name, and their phone number a landline, so fewer fields are required than when customers edit their own
 * profile.
 */
export function checkEdit(texts: EditTexts): EditCheck {
  const fields: Partial<EditTexts> = {}
  const [fullName, company] = [texts.full_name.trim(), texts.company_name.trim()]
  const phone = mobileNumber(texts.phone.trim())
  const digits = phone.replaceAll(/\D/g, '').length
  if (fullName === '' && company === '') fields.full_name = say.nameOrCompany
  if (phone !== '' && (digits < 10 || digits > 15)) fields.phone = say.phoneWrong
  const gstin = texts.gstin.trim() === '' ? null : checkGstin(texts.gstin)
  if (gstin && !gstin.ok) fields.gstin = GSTIN_SENTENCES[gstin.reason]
  if (Object.keys(fields).length > 0 || (gstin && !gstin.ok)) return { ok: false, fields }
  return { ok: true, edit: { full_name: fullName || null, company_name: company || null, phone: phone || null, gstin: gstin?.gstin ?? null } }
}
