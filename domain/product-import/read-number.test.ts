import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiDigits, decimalMark, hasTwoReadings, readAmount, readCount, readGrams, readPercent, readPrice, readQuantity } from './read-number.ts'
import type { DecimalMark } from './read-number.ts'

describe('an amount', () => {
  it('may have a currency, grouping of India, of the west or of Europe, digits of an Indian script, and a unit', () => {
    expect(
      ['₹ 1,23,456.50', 'Rs.449/-', 'INR 185.50', '185.50 INR', '1.299,50', '1.234.567', '१२', '१,२९९.५०', 'रु. ৯৯', '１２'].map((cell) => readAmount(cell)),
    ).toEqual([12_345_650, 44_900, 18_550, 18_550, 129_950, 123_456_700, 1_200, 129_950, 9_900, 1_200])
    expect(['185.50/Nos', '99 / pc', '₹99 per Pcs.', '185.50 Doz'].map((cell) => readPrice(cell))).toEqual([
      { amount: 18_550, unit: 'Nos' },
      { amount: 9_900, unit: 'pc' },
      { amount: 9_900, unit: 'Pcs' },
      { amount: 18_550, unit: 'Doz' },
    ])
    expect(readAmount('185.50/Nos')).toBeUndefined()
  })
  it('with two readings is refused, unless its column decides', () => {
    expect(
      ['1.299', '99.999', '107,50', '0,299', '1,2,3', '1..2', '12,345,6', '1.299.50', '5 7', '1e5', '-5', '(5)', '9'.repeat(70)].map((cell) =>
        readAmount(cell),
      ),
    ).toEqual(Array.from({ length: 13 }, () => undefined))
    expect(['1.299', '107,50', '₹ 1.299/Nos', '1,2,3', 'ten', '1..2'].map(hasTwoReadings)).toEqual([true, true, true, false, false, false])
    expect(decimalMark(['99.50', '1.299'])).toBe('dot')
    expect(decimalMark(['99,50', '1.299', ''])).toBe('comma')
    expect(decimalMark(['99,50', '99.50'])).toBe(null)
    expect(decimalMark(['1.299', '1,299', '5'])).toBe(null)
    expect((['dot', 'comma'] as const).map((mark) => readAmount('84.746', mark))).toEqual([8_475, 8_474_600])
    expect((['dot', 'comma'] as const).map((mark) => readAmount('107,50', mark))).toEqual([undefined, 10_750])
    expect((['dot', 'comma'] as const).map((mark) => readAmount('1,299', mark))).toEqual([129_900, undefined])
  })

  /** Every way in which programs write an amount. */
  const spelled = fc
    .record({
      rupees: fc.integer({ min: 0, max: 99_999_999 }),
      paise: fc.option(fc.integer({ min: 0, max: 99 }), { nil: null }),
      style: fc.constantFrom('plain', 'indian', 'western', 'european'),
      around: fc.constantFrom(['', ''], ['₹', ''], ['Rs. ', '/-'], ['', '/Nos'], ['INR ', '']),
      hindi: fc.boolean(),
    })
    .map(({ rupees, paise, style, around: [before, after], hindi }) => {
      const grouped = (locale: string) => new Intl.NumberFormat(locale).format(rupees)
      const whole = style === 'plain' ? String(rupees) : style === 'indian' ? grouped('en-IN') : style === 'western' ? grouped('en-US') : grouped('de-DE')
      const decimals = paise === null ? '' : `${style === 'european' ? ',' : '.'}${String(paise).padStart(2, '0')}`
      const text = `${before}${whole}${decimals}${after}`
      return { text: hindi ? text.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit))) : text, amount: rupees * 100 + (paise ?? 0), style }
    })
  it('is never read as another one, whatever its column says', () => {
    fc.assert(
      fc.property(spelled, fc.constantFrom<DecimalMark>('dot', 'comma', null), ({ text, amount, style }, mark) => {
        const read = readPrice(text, mark)
        // The column's mark comes from cells of the same program.
        const agrees = mark === null || (mark === 'comma') === (style === 'european') || style === 'plain'
        if (read !== undefined && agrees) expect(read?.amount, text).toBe(amount)
        if (mark === 'dot' && style !== 'european') expect(read?.amount, text).toBe(amount)
      }),
    )
  })
  it('with thousands or decimals is read the same in any list of its program', () => {
    fc.assert(
      fc.property(fc.array(spelled, { minLength: 1, maxLength: 8 }), fc.constantFrom('plain', 'indian', 'western', 'european'), (cells, program) => {
        const own = cells.filter(({ style }) => style === program)
        const mark = decimalMark(own.map(({ text }) => text))
        for (const { text, amount } of own) {
          const read = readPrice(text, mark)
          if (read !== undefined) expect(read?.amount, text).toBe(amount)
        }
      }),
    )
  })
})

describe('a count', () => {
  it('may have a unit, and is whole', () => {
    expect(['24 Nos', '3 Doz', '5 pcs', '24Nos.', '1,200 Nos', '12.00 Nos', '२४ नग'].map((cell) => readQuantity(cell))).toEqual([
      { count: 24, unit: 'Nos' },
      { count: 3, unit: 'Doz' },
      { count: 5, unit: 'pcs' },
      { count: 24, unit: 'Nos' },
      { count: 1200, unit: 'Nos' },
      { count: 12, unit: 'Nos' },
      { count: 24, unit: 'नग' },
    ])
    expect(['(-)24 Nos', '-3', '2.5 Kg', '12.000', '3 Doz 4 Nos', '24 / 12', 'many'].map((cell) => readQuantity(cell))).toEqual(
      Array.from({ length: 7 }, () => undefined),
    )
    expect(['१२', '24 Nos', ''].map((cell) => readCount(cell))).toEqual([12, undefined, null])
  })
})

describe('a rate of GST', () => {
  it('is written in many ways, and a share of one is not guessed', () => {
    expect(['18%', 'GST 18', 'GST18', 'gst_18', '18% GST', 'GST18 [18%]', 'IGST @ 5 %', '१८%', 'Nil', 'Exempt', '0.25', '0'].map(readPercent)).toEqual([
      18, 18, 18, 18, 18, 18, 5, 18, 0, 0, 0.25, 0,
    ])
    expect(['0.18', '0.05', '0.28%', 'CGST 9% SGST 9%', 'GST18 [12%]', 'standard', '1800', '-18', '18-28'].map(readPercent)).toEqual(
      Array.from({ length: 9 }, () => undefined),
    )
  })
})

it('digits of every Indian script are digits', () => {
  for (const zero of ['०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦']) expect(asciiDigits(String.fromCharCode(zero.charCodeAt(0) + 7))).toBe('7')
})

describe('a weight', () => {
  const grams = (unit: 'g' | 'kg', ...cells: string[]) => cells.map((cell) => readGrams(cell, unit))
  it('is whole grams, whichever unit the column or the cell has', () => {
    expect(grams('g', '250', '250.0', '1,250', '250 g', '12.5gm', '0.25 kg', '1.5 KG', '२५० ग्राम')).toEqual([250, 250, 1250, 250, 13, 250, 1500, 250])
    expect(grams('kg', '0.05', '1', '1.250', '0.57', '100', '50 g')).toEqual([50, 1000, 1250, 570, 100_000, 50])
  })
  it('of 0 is unknown, and an empty cell none', () => {
    expect([...grams('g', '', ' ', '0', '0.0'), ...grams('kg', '0.000')]).toEqual([null, null, null, null, null])
  })
  it('beyond 100 kg, in another unit, or below a gram is refused', () => {
    expect(grams('g', '100001', '0.25', '1.5', '250 ml', '2 lbs', '-5', 'heavy', '1.250', '9'.repeat(70))).toEqual(Array.from({ length: 9 }, () => undefined))
    expect(grams('kg', '250', '1,250', '0.0004')).toEqual([undefined, undefined, undefined])
  })
})
