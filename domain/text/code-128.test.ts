import { expect, test } from 'vitest'
import { barcodePath, code128 } from './code-128.ts'

const text = (modules: number[] | null) => (modules ?? []).join('').match(/.{6}(?=.{6})|.+$/g)

test('the signs have start, check sum and stop of Code 128', () => {
  // 'A' is value 33: check = (104 + 33) mod 103 = 34, which is the sign of 'B'
  expect(text(code128('A'))).toEqual(['211214', '111323', '131123', '2331112'])
  expect(text(code128('PJJ123C'))).toEqual(['211214', '313121', '112133', '112133', '123221', '223211', '221132', '131321', '311321', '2331112'])
})

test('each sign is eleven modules wide, the stop sign thirteen', () => {
  for (const tracking of ['1', 'DL-1002', '~ !"#', '7'.repeat(80)])
    expect((code128(tracking) ?? []).reduce((sum, module) => sum + module, 0)).toBe(11 * (tracking.length + 2) + 13)
})

test('a text that set B cannot encode has no barcode', () => {
  for (const none of ['', 'डाक १२', 'a\nb', 'Ärger']) {
    expect(code128(none)).toBeNull()
    expect(barcodePath(none, 100, 10)).toBe('')
  }
})
