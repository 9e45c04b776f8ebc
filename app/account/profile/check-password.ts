import * as say from '#words/profile.ts'
import type { Refusal } from '../../data/account/account.ts'

export type PasswordTexts = { current: string; next: string; again: string }

/** docs/rules.md#passwords; the auth service also refuses shorter ones. */
const MIN_LENGTH = 8

/** Errors by field, before anything is sent. */
export function checkPassword({ current, next, again }: PasswordTexts): Partial<Record<keyof PasswordTexts, string>> {
  const fields: Partial<Record<keyof PasswordTexts, string>> = {}
  if (current === '') fields.current = say.enterCurrentPassword
  if (next === '') fields.next = say.enterNewPassword
  else if ([...next].length < MIN_LENGTH) fields.next = say.passwordTooShort
  else if (next === current) fields.next = say.samePassword
  if (again !== next) fields.again = say.passwordsDiffer
  return fields
}

/** The auth service's refusal as messages by field; `message` when it concerns no field. */
export function passwordRefusal({ code, message, reasons }: Refusal): { fields: Partial<Record<keyof PasswordTexts, string>>; message: string | null } {
  if (code === 'current_password_invalid' || code === 'current_password_required') return { fields: { current: say.wrongPassword }, message: null }
  if (code === 'same_password') return { fields: { next: say.samePassword }, message: null }
  if (code === 'weak_password') {
    const texts = reasons.map((reason) => say.weakReasons[reason]).filter((text) => text !== undefined)
    return { fields: { next: texts.length > 0 ? texts.join(' ') : message }, message: null }
  }
  if (code === 'over_request_rate_limit') return { fields: {}, message: say.tooManyTries }
  return { fields: {}, message: message || say.passwordNotChanged }
}
