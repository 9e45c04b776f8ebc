import { isMobileNumber, mobileNumber } from './mobile-number.ts'

/** The address that opens a chat with an Indian mobile number, in the app or on the web; null when the text is not a valid number. */
export function whatsAppAddress(number: string | null): string | null {
  const digits = mobileNumber(number?.trim() ?? '')
  return isMobileNumber(digits) ? `https://wa.me/91${digits}` : null
}
