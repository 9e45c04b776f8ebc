import { expect, test } from 'vitest'
import { cityOfPincode } from './cities.ts'

test.each([
  ['411004', 'Pune'],
  ['400050', 'Mumbai'],
  ['400 104', 'Mumbai'],
  ['400601', 'Thane'],
  ['400703', 'Navi Mumbai'],
  ['560038', 'Bengaluru'],
  ['110001', 'New Delhi'],
  ['700001', 'Kolkata'],
])('PIN code %s is in %s', (pincode, city) => {
  expect(cityOfPincode(pincode)).toBe(city)
})

test('a district of several towns, the army and an incomplete code suggest nothing', () => {
  for (const pincode of ['403001', '412101', '562157', '900001', '41100', '', 'abcdef']) expect(cityOfPincode(pincode), pincode).toBeNull()
})

test('the city that the customer used with this PIN code before is the better answer', () => {
  const known = [{ pincode: '400703', city: 'Vashi' }]
  expect(cityOfPincode('400703', known)).toBe('Vashi')
  expect(cityOfPincode('400705', known)).toBe('Navi Mumbai')
})
