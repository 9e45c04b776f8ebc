import { isMobileNumber, mobileNumber } from './mobile-number.ts'

/**
 * The address that opens a chat with an Indian mobile number, in the app or on the web.
 *
 * @param text what stands ready to be sent
 * @returns null where there is no number, or none that can be dialled
 */
export function whatsAppAddress(number: string | null, text?: string): string | null {
  const digits = mobileNumber(number?.trim() ?? '')
  if (!isMobileNumber(digits)) return null
  const address = `https://wa.me/91${digits}`
  return text === undefined ? address : `${address}?text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`
}
