import { expect, test } from 'vitest'
import { whatsAppAddress } from './whatsapp.ts'

test.each(['9000000100', '+91 90000 00100', '09000000100', '919000000100', ' 90000-00100 '])('%s is dialled with the country code', (number) =>
  expect(whatsAppAddress(number)).toBe('https://wa.me/919000000100'),
)

test.each([null, '', '022 2640 0000', '1234567890', '+971 50 123 4567', 'javascript:alert(1)', '900000010', '90000001000'])('%s opens no chat', (number) =>
  expect(whatsAppAddress(number)).toBeNull(),
)
