import { expect, test } from 'vitest'
import { isBarcode } from './barcode.ts'

test('a barcode has 8, 12, 13 or 14 digits of which the last one checks the others', () => {
  for (const code of ['96385074', '036000291452', '0036000291452', '4006381333931', '8901030865275', '18901030865272']) expect(isBarcode(code), code).toBe(true)
  for (const code of [
    '',
    '96385075',
    '036000291453',
    '8901030865274',
    '8910030865275',
    '890103086527',
    '89010308652750',
    '8901030-865275',
    ' 8901030865275',
    '８９０１０３０８６５２７５',
  ])
    expect(isBarcode(code), code).toBe(false)
})
