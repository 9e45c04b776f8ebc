/** The ten digits of a mobile number in any common notation: with +91, 0, spaces, dots, hyphens or brackets. Other text is returned unchanged. */
export function mobileNumber(text: string): string {
  const digits = text.replace(/[\s().-]/g, '')
  return /^(?:\+91|91(?=\d{10}$)|0)?(\d{10})$/.exec(digits)?.[1] ?? text
}

/** Whether a result of `mobileNumber` is an Indian mobile number: these begin with 6 to 9. */
export function isMobileNumber(digits: string): boolean {
  return /^[6-9][0-9]{9}$/.test(digits)
}
