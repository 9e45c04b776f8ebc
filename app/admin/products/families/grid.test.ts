import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { FamilyProduct } from '../../../data/admin/products/family.ts'
import { beginningWith, joining } from './beginning.ts'
import { checkFamily } from './check.ts'
import { NEW_FAMILY, cellsIn, choicesOf, fieldsOf, productFields, rowFields, rowIds, withFields } from './draft.ts'
import type { FamilyDraft } from './draft.ts'
import { familyChanges } from './family-changes.ts'
import { addedValues, gridRows, newRow, pastedCells, sharedBeginning, typedValues, valueInName, withoutOption, withoutValue } from './grid.ts'

const product = (some: Partial<FamilyProduct>): FamilyProduct => ({
  id: 'p',
  version: 3,
  name: 'Matte Lipstick – Ruby',
  sku: 'L-1',
  barcode: null,
  price: 149,
  retail_price: null,
  mrp: 199,
  gst_percent: 18,
  net_quantity: '4 g',
  weight_grams: 20,
  status: 'active',
  stock: 10,
  image_url: null,
  image_thumbhash: null,
  family_id: 'f',
  value_1: 'ruby',
  value_2: null,
  value_3: null,
  ...some,
})
const ids = (beginning: string) => {
  let last = 0
  return () => `${beginning}${(last += 1)}`
}

/** Two shades and two sizes; `ruby small` is a product, the other three combinations are free. */
function lipstick(): FamilyDraft {
  let draft: FamilyDraft = { ...NEW_FAMILY, name: 'Matte Lipstick', options: ['Shade', 'Size'] }
  for (const [option, names] of [
    [0, ['Ruby', 'Coral']],
    [1, ['4 g', '8 g']],
  ] as const)
    draft = withFields(draft, addedValues(draft, option, names, ids(option === 0 ? 'shade' : 'size')))
  return withFields(draft, productFields(product({ value_1: 'shade1', value_2: 'size1' })))
}
const labels = (draft: FamilyDraft) => gridRows(draft).map(({ label, id }) => `${label}: ${id ?? 'none'}`)

test('the grid lists every combination in the order of the values, with its product or none', () => {
  const draft = lipstick()
  expect(labels(draft)).toEqual(['Ruby, 4 g: p', 'Ruby, 8 g: none', 'Coral, 4 g: none', 'Coral, 8 g: none'])
  const swapped = withFields(draft, fieldsOf({ 'choice shade1': { ...draft['choice shade1'], place: 999 } }))
  expect(labels(swapped)[0]).toBe('Coral, 4 g: none')
  expect(labels({ ...NEW_FAMILY, options: ['Shade'] })).toEqual([])
})

test('a ticked combination begins with the price, MRP, net quantity and status of the last product', () => {
  const draft = lipstick()
  const next = withFields(draft, newRow(draft, 'n', ['shade2', 'size1']))
  expect(cellsIn(next, 'n')).toMatchObject({ price: '149.00', mrp: '199.00', quantity: '4 g', status: 'active', sku: '', stock: '0', value_1: 'shade2' })
  expect(labels(next)[2]).toBe('Coral, 4 g: n')
  expect(labels(withFields(next, rowFields('n', { state: 'out' })))[2], 'a new product that is not sold after all is gone').toBe('Coral, 4 g: none')
  expect(labels(withFields(next, rowFields('p', { state: 'out' })))[0], 'a member that leaves is shown until the form is saved').toBe('Ruby, 4 g: p')
})

test('the first value of a new option is given to every product; a product without its values comes first', () => {
  const draft = withFields(lipstick(), { options: ['Shade', 'Size', 'Finish'] })
  expect(gridRows(draft)).toEqual([{ id: 'p', values: ['shade1', 'size1', ''], label: 'Matte Lipstick – Ruby', complete: false }])
  const matte = withFields(draft, addedValues(draft, 2, ['Matte', 'Glossy'], ids('finish')))
  expect(cellsIn(matte, 'p').value_3).toBe('finish1')
})

test('a value that a product has is not removed; one of new products alone is, together with them', () => {
  const draft = lipstick()
  const [[ruby, coral]] = choicesOf(draft) as [[never, never]]
  expect(withoutValue(draft, ruby)).toBeNull()
  const next = withFields(draft, newRow(draft, 'n', ['shade2', 'size1']))
  expect(withoutValue(next, coral)).toEqual({ 'choice shade2': null, 'state n': 'out' })
})

test('an option is removed unless two products would be the same then; later options move up under new ids', () => {
  const draft = lipstick()
  const left = withFields(draft, withoutOption(draft, 0, ids('new')) ?? {})
  expect(left.options).toEqual(['Size'])
  expect(choicesOf(left)).toEqual([[expect.objectContaining({ id: 'new1', name: '4 g', option: 0 }), expect.objectContaining({ id: 'new2', name: '8 g' })]])
  expect(cellsIn(left, 'p')).toMatchObject({ value_1: 'new1', value_2: '', value_3: '' })
  const two = withFields(draft, newRow(draft, 'n', ['shade2', 'size1']))
  expect(withoutOption(two, 0, ids('new'))).toBeNull()
})

test('typed values are separated by commas and lines, each once and none that is there', () => {
  expect(typedValues('Mauve, plum\nRuby;Mauve\t Nude ,', ['ruby'])).toEqual(['Mauve', 'plum', 'Nude'])
})

test('a column of a spreadsheet is pasted downwards, several to the right; combinations without a product are skipped', () => {
  let draft = lipstick()
  draft = withFields(draft, newRow(draft, 'n', ['shade2', 'size2']))
  const rows = gridRows(draft)
  expect(pastedCells('149', rows, { id: 'p', column: 'price' })).toBeNull()
  expect(pastedCells('₹1,149.50\r\n99\r\n7\r\n', rows, { id: 'p', column: 'price' })).toEqual({ 'price p': '1149.50', 'price n': '99' })
  expect(pastedCells('99\t120\t5', rows, { id: 'n', column: 'price' })).toEqual({ 'price n': '99', 'mrp n': '120', 'stock n': '5' })
  expect(pastedCells('5\t30 ml\t45\tActive\tx\n6\t50 ml\t\tnothing', rows, { id: 'p', column: 'stock' })).toEqual({
    'stock p': '5',
    'quantity p': '30 ml',
    'weight p': '45',
    'status p': 'active',
    'stock n': '6',
    'quantity n': '50 ml',
    'weight n': '',
  })
})

test('a family begins with what the names of its products have in common; the rest of each name is its value', () => {
  expect(sharedBeginning(['Matte Lipstick Ruby Red', 'Matte Lipstick Coral'])).toBe('Matte Lipstick')
  expect(sharedBeginning(['Kajal'])).toBe('Kajal')
  expect(valueInName('Matte Lipstick', 'matte lipstick – Ruby (Red)')).toBe('Ruby (Red')
  expect(valueInName('Matte', 'Kajal')).toBe('')
  const single = { family_id: null, value_1: null }
  const draft = beginningWith(
    [product({ ...single, id: 'a', name: 'Matte Lipstick Ruby' }), product({ ...single, id: 'b', name: 'Matte Lipstick Coral' })],
    ids('v'),
  )
  expect(draft.name).toBe('Matte Lipstick')
  expect(choicesOf(draft)[0]?.map(({ name }) => name)).toEqual(['Ruby', 'Coral'])
  expect(cellsIn(draft, 'b').value_1).toBe('v2')
  const third = withFields(draft, joining(draft, product({ ...single, id: 'c', name: 'Matte Lipstick coral' }), ids('w')))
  expect(cellsIn(third, 'c').value_1, 'a value that is there is taken').toBe('v2')
  expect(checkFamily({ ...third, options: ['Shade'] }, DEFAULT_SETTINGS)['value_1 c']).toBeDefined()
})

test('errors name their cell: what is missing, invalid, above MRP or there twice', () => {
  let draft = lipstick()
  draft = withFields(draft, newRow(draft, 'n', ['shade2', 'size2']))
  expect(checkFamily(draft, DEFAULT_SETTINGS)).toEqual({})
  const errors = (fields: object) => Object.keys(checkFamily(withFields(draft, fieldsOf(fields)), DEFAULT_SETTINGS))
  expect(errors({ name: ' ' })).toEqual(['name'])
  expect(errors({ 'sku p': '' }), 'a new product gets a SKU, one that is there keeps one').toEqual(['sku p'])
  expect(errors({ 'sku n': 'L-1' })).toEqual(['sku n'])
  expect(errors({ 'barcode p': '4006381333931', 'barcode n': '04006381333931' })).toEqual(['barcode n'])
  expect(errors({ 'price n': '250', 'stock n': '1.5', 'mrp p': 'x' })).toEqual(['mrp p', 'stock n', 'price n'])
  expect(errors({ 'price n': '' })).toEqual(['price n'])
  expect(errors({ 'value_1 n': 'shade1', 'value_2 n': 'size1' })).toEqual(['value_1 n'])
  expect(errors({ 'state p': 'out', 'state n': 'out' })).toEqual(['grid'])
  expect(errors({ options: ['Shade', 'shade'] })).toEqual(['option_1'])
  expect(errors({ options: ['Shade', 'Size', 'Finish'] })).toEqual(['add_2', 'value_3 p', 'value_3 n'])
  expect(errors({ 'choice shade2': { ...draft['choice shade2'], name: 'ruby ' } })).toEqual(['choice shade2'])
})

test('a save sends what changed: cells of a member, a count of its stock, a new product with its opening stock, and who leaves', () => {
  let draft = lipstick()
  draft = withFields(draft, newRow(draft, 'n', ['shade2', 'size2']))
  draft = withFields(draft, rowFields('p', { price: '139', stock: '12' }))
  draft = withFields(draft, productFields(product({ id: 'j', family_id: null, retail_price: 160 })))
  draft = withFields(draft, rowFields('j', { value_1: 'shade2', value_2: 'size1', price: '155', state: 'in' }))
  const { family, values, members } = familyChanges(draft, null)
  expect(family).toMatchObject({ name: 'Matte Lipstick', options: ['Shade', 'Size'], brand: null })
  expect(values.map((value) => ('name' in value ? [value.option, value.position, value.name] : value))).toEqual([
    [1, 0, 'Ruby'],
    [1, 1, 'Coral'],
    [2, 0, '4 g'],
    [2, 1, '8 g'],
  ])
  expect(members).toEqual(
    [
      { id: 'p', version: 3, set: { price: 139 }, counted: { shown: 10, now: 12 } },
      { id: 'n', version: null, set: expect.objectContaining({ price: 149, mrp: 199, stock: 0, status: 'active', value_1: 'shade2', value_3: null }) },
      { id: 'j', version: 3, set: { retail_price: 155, value_1: 'shade2', value_2: 'size1', value_3: null } },
    ].map((member) => expect.objectContaining(member)),
  )
  expect(familyChanges(withFields(draft, rowFields('p', { state: 'out' })), null).members[0]).toEqual({ id: 'p', version: 3, leaves: true })
  expect(rowIds(draft)).toEqual(['p', 'n', 'j'])
})
