import * as say from '#words/sign-in.tsx'
export type Registration = { fullName: string; email: string; password: string; confirmPassword: string }
export const MIN_PASSWORD_LENGTH = 8

/** The first rule that is violated, with the fields it concerns (docs/rules.md#fixed-texts). */
export function registrationError(input: Registration): { message: string; fields: (keyof Registration)[] } | null {
  const empty = (Object.keys(input) as (keyof Registration)[]).filter((name) => input[name].trim() === '')
  if (empty.length > 0) return { message: say.fillInAllFields, fields: empty }
  if (input.password !== input.confirmPassword) return { message: say.passwordsDiffer, fields: ['confirmPassword'] }
  if (input.password.length < MIN_PASSWORD_LENGTH) return { message: say.passwordTooShort, fields: ['password'] }
  return null
}
