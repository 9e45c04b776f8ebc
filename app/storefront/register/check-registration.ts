export type Registration = { fullName: string; email: string; password: string; confirmPassword: string }
export const MIN_PASSWORD_LENGTH = 8

/** The first rule that does not hold, with the fields it concerns (specification section 5). */
export function registrationError(input: Registration): { message: string; fields: (keyof Registration)[] } | null {
  const empty = (Object.keys(input) as (keyof Registration)[]).filter((name) => input[name].trim() === '')
  if (empty.length > 0) return { message: 'Please fill in all fields', fields: empty }
  if (input.password !== input.confirmPassword) return { message: 'Passwords do not match', fields: ['confirmPassword'] }
  if (input.password.length < MIN_PASSWORD_LENGTH) return { message: 'Password must be at least 8 characters long', fields: ['password'] }
  return null
}
