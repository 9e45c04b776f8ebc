/** Ten digits of a mobile number as people write it: with +91, 0, spaces, dots, hyphens or brackets. Anything else comes back unchanged. */
export function mobileNumber(text: string): string {
  const digits = text.replace(/[\s().-]/g, '')
  return /^(?:\+91|91(?=\d{10}$)|0)?(\d{10})$/.exec(digits)?.[1] ?? text
}

/** What `mobileNumber` gives back for an Indian mobile number: these begin with 6 to 9. */
export function isMobileNumber(digits: string): boolean {
  return /^[6-9][0-9]{9}$/.test(digits)
}
