/** The EAN-13 with these twelve digits and their check digit. Numbers from 20 to 29 are a shop's own (GS1 General Specifications 2.1.11). */
export function ean13(digits: string): string {
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
