/** What visitors see while the shop is closed. */

export const title = 'Opening soon'
export const text = 'The shop is not open at the moment. Please visit us again soon.'
export const contact = 'Contact'
export const ordered = 'Have you ordered from us?'
export const signIn = 'Sign in to your account'
export const forStaff = 'Staff'
export const email = 'Email'
export const phone = 'Phone'
