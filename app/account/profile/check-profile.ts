import { checkGstin } from '#domain/addresses/gstin.ts'
import { mobileNumber } from '#domain/addresses/mobile-number.ts'
import { GSTIN_SENTENCES } from '#domain/addresses/shipping.ts'
import * as say from '#words/profile.ts'
import type { ProfileChanges } from '../../data/account/profile.ts'

export type ProfileTexts = { full_name: string; company_name: string; phone: string; gstin: string }
export type ProfileCheck = { ok: true; changes: Required<ProfileChanges> } | { ok: false; fields: Partial<Record<keyof ProfileTexts, string>> }

/** The same rules as at checkout; only the name is required here. */
export function checkProfile(texts: ProfileTexts): ProfileCheck {
  const fields: Partial<Record<keyof ProfileTexts, string>> = {}
  const fullName = texts.full_name.trim()
  const company = texts.company_name.trim()
  const phone = mobileNumber(texts.phone.trim())
  if (fullName === '') fields.full_name = say.enterYourFullName
  if (fullName.length > 100) fields.full_name = say.nameTooLong
  if (company.length > 150) fields.company_name = say.companyTooLong
  if (phone !== '' && !/^[6-9][0-9]{9}$/.test(phone)) fields.phone = say.mobileWrong
  const gstin = texts.gstin.trim() === '' ? null : checkGstin(texts.gstin)
  if (gstin && !gstin.ok) fields.gstin = GSTIN_SENTENCES[gstin.reason]
  if (Object.keys(fields).length > 0 || (gstin && !gstin.ok)) return { ok: false, fields }
  return { ok: true, changes: { full_name: fullName, company_name: company || null, phone: phone || null, gstin: gstin?.gstin ?? null } }
}
