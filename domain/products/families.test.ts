import { expect, test } from 'vitest'
import { choicesOf, type FamilyMember } from './families.ts'

const values = [
  { id: 'ruby', option: 1, name: 'Ruby Red', colour: '#9b111e', picture: null },
  { id: 'coral', option: 1, name: 'Coral', colour: '#ff7f50', picture: null },
  { id: 'mauve', option: 1, name: 'Mauve', colour: null, picture: null },
  { id: 'small', option: 2, name: '2 g', colour: null, picture: null },
  { id: 'large', option: 2, name: '4 g', colour: null, picture: null },
]
const member = (value_1: string, value_2: string, stock = 5): FamilyMember => ({
  id: `${value_1}-${value_2}`,
  name: `Lipstick – ${value_1}, ${value_2}`,
  stock,
  value_1,
  value_2,
  value_3: null,
})
const leads = (members: FamilyMember[], current: FamilyMember) =>
  choicesOf(['Shade', 'Size'], values, members, current).map(({ option, values: offered }) => [
    option,
    ...offered.map((value) => `${value.name} → ${value.member.id}${value.chosen ? ' (chosen)' : ''}`),
  ])

test('a value leads to the product that differs in it alone; values that no product has are not offered', () => {
  const members = [member('ruby', 'small'), member('ruby', 'large'), member('coral', 'small'), member('coral', 'large', 0)]
  expect(leads(members, member('ruby', 'large'))).toEqual([
    ['Shade', 'Ruby Red → ruby-large (chosen)', 'Coral → coral-large'],
    ['Size', '2 g → ruby-small', '4 g → ruby-large (chosen)'],
  ])
})

test('without such a product it leads to the nearest one, in stock first', () => {
  const members = [member('ruby', 'small'), member('coral', 'large', 0), member('mauve', 'large', 0), member('mauve', 'small')]
  expect(leads(members, member('ruby', 'small'))).toEqual([
    ['Shade', 'Ruby Red → ruby-small (chosen)', 'Coral → coral-large', 'Mauve → mauve-small'],
    ['Size', '2 g → ruby-small (chosen)', '4 g → coral-large'],
  ])
})
