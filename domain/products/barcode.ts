/**
 * The number printed under the bars of a pack: EAN-8, UPC (12 digits), EAN-13 or GTIN-14 with a valid check digit, as the column
 * products.barcode requires (GS1 General Specifications, section 7.9).
 */
export function isBarcode(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text.padStart(14, '0')].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}
