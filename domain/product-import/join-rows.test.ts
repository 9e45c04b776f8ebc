import { describe, expect, it } from 'vitest'
import { guessFields, headingWords } from './guess-fields.ts'
import { joinRows, withHandles } from './join-rows.ts'

const join = (...lines: string[]) => {
  const [headings = [], ...rows] = lines.map((line) => line.split('\t'))
  const numbered = rows.map((cells, k) => ({ row: k + 2, cells }))
  const guessed = guessFields(headings).map(({ field }) => field)
  const handled = withHandles(numbered, headings.map(headingWords), guessed)
  const { rows: joined, left } = joinRows(handled.rows, handled.mapping)
  const at = (field: string) => handled.mapping.findIndex((one) => one === field)
  return {
    left,
    rows: joined.map(({ row, cells, family, errors }) => ({
      row,
      name: cells[at('name')],
      brand: cells[at('brand')],
      family,
      errors: errors.map(({ field, code }) => `${field} ${code}`),
    })),
  }
}
const HEADINGS = 'Handle\tTitle\tVendor\tOption1 Name\tOption1 Value\tOption2 Name\tOption2 Value\tVariant SKU\tVariant Price\tImage Src'

describe('the rows of a handle in Shopify', () => {
  it('are members of a family and inherit what only the first one says; rows that only name a picture are left out', () => {
    const { rows, left } = join(
      HEADINGS,
      'matte\tMatte Lipstick\tNoor\tShade\tRuby Red\tSize\t4 g\tL-1\t449\ta.jpg',
      'matte\t\t\t\tCoral\t\t4 g\tL-2\t449\tb.jpg',
      'matte\t\t\t\t\t\t\t\t\tc.jpg',
      'comb\tComb\tNoor\tTitle\tDefault Title\t\t\tC-1\t50\td.jpg',
    )
    expect(left).toBe(1)
    expect(rows).toEqual([
      {
        row: 2,
        name: 'Matte Lipstick – Ruby Red, 4 g',
        brand: 'Noor',
        family: { key: 'matte', name: 'Matte Lipstick', options: ['Shade', 'Size'], values: ['Ruby Red', '4 g'] },
        errors: [],
      },
      {
        row: 3,
        name: 'Matte Lipstick – Coral, 4 g',
        brand: 'Noor',
        family: { key: 'matte', name: 'Matte Lipstick', options: ['Shade', 'Size'], values: ['Coral', '4 g'] },
        errors: [],
      },
      { row: 5, name: 'Comb', brand: 'Noor', family: null, errors: [] },
    ])
  })
  it('with a missing value, or the same values twice, are errors; a broken row is left as it is', () => {
    const { rows } = join(
      HEADINGS,
      'matte\tMatte Lipstick\tNoor\tShade\tRuby Red\tSize\t4 g\tL-1\t449\t',
      'matte\t\t\t\truby red\t\t4 G\tL-2\t449\t',
      'matte\t\t\t\tCoral\t\t\tL-3\t449\t',
      'matte\tshort',
      '\tAlone\t\t\t\t\t\tA-1\t10\t',
      'none\tNo price or SKU\t\t\t\t\t\t\t\t',
    )
    expect(rows.map(({ row, errors }) => [row, ...errors])).toEqual([[2], [3, 'value_1 VALUES_REPEAT'], [4, 'value_2 MISSING'], [5], [6], [7]])
    expect(rows.map(({ name }) => name)).toEqual([
      'Matte Lipstick – Ruby Red, 4 g',
      'Matte Lipstick – ruby red, 4 G',
      'Matte Lipstick',
      'short',
      'Alone',
      'No price or SKU',
    ])
  })
})

it('WooCommerce names the row of the family in those of its members, by SKU or by number', () => {
  const { rows, left } = join(
    'ID\tType\tSKU\tName\tRegular price\tSale price\tTax status\tCategories\tStock\tParent\tBrands\tAttribute 1 name\tAttribute 1 value(s)',
    '8\tvariation\tK-1\tKajal - Black\t99\t\ttaxable\t\t5\tid:7\t\tShade\tBlack',
    '7\tvariable\t\tKajal\t\t\ttaxable\tEyes\t\t\tNoor\tShade\tBlack, Blue',
    '9\tvariation\tK-2\tKajal - Blue\t99\t\ttaxable\t\t5\tid:7\t\tShade\tBlue',
    '11\tvariation, virtual\tG-1\tGift - Small\t500\t\ttaxable\t\t5\tGIFT\t\tSize\tSmall',
    '10\tvariable\tGIFT\tGift\t\t\ttaxable\tGifts\t\t\t\tSize\tSmall',
    '12\tsimple\tS-1\tSoap\t40\t\ttaxable\tBath\t5\t\t\tScent\tRose',
  )
  expect(left).toBe(2)
  expect(rows.map(({ name, brand, family }) => [name, brand, family?.name, ...(family?.values ?? [])])).toEqual([
    ['Kajal – Black', 'Noor', 'Kajal', 'Black'],
    ['Kajal – Blue', 'Noor', 'Kajal', 'Blue'],
    ['Gift – Small', '', 'Gift', 'Small'],
    ['Soap', '', undefined],
  ])
})

describe('the rows of a family in the shop’s own export', () => {
  const OWN = 'Name\tSKU\tBrand\tPrice\tFamily\tOption 1\tValue 1\tOption 2\tValue 2'
  it('keep their own cells, also empty ones; a row without a family is a product of its own', () => {
    const { rows, left } = join(
      OWN,
      'Matte Lipstick – Ruby, 4 g\tL-1\tNoor\t449\tMatte Lipstick\tShade\tRuby\tSize\t4 g',
      'Matte Lipstick – Coral, 4 g\tL-2\t\t459\tMatte Lipstick\tShade\tCoral\tSize\t4 g',
      'Comb\tC-1\tNoor\t50\t\t\t\t\t',
    )
    expect(left).toBe(0)
    expect(rows).toEqual([
      {
        row: 2,
        name: 'Matte Lipstick – Ruby, 4 g',
        brand: 'Noor',
        family: { key: 'family matte lipstick', name: 'Matte Lipstick', options: ['Shade', 'Size'], values: ['Ruby', '4 g'] },
        errors: [],
      },
      {
        row: 3,
        name: 'Matte Lipstick – Coral, 4 g',
        brand: '',
        family: { key: 'family matte lipstick', name: 'Matte Lipstick', options: ['Shade', 'Size'], values: ['Coral', '4 g'] },
        errors: [],
      },
      { row: 4, name: 'Comb', brand: 'Noor', family: null, errors: [] },
    ])
  })
  it('are refused with a missing value, and when two have the same', () => {
    const { rows } = join(OWN, 'a\tL-1\t\t1\tMatte\tShade\tRuby\t\t', 'b\tL-2\t\t1\tmatte\tShade\truby\t\t', 'c\tL-3\t\t1\tMatte\tShade\t\t\t')
    expect(rows.map(({ errors }) => errors)).toEqual([[], ['value_1 VALUES_REPEAT'], ['value_1 MISSING']])
  })
})
