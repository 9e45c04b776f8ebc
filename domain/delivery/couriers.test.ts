import { expect, it, test } from 'vitest'
import { COURIERS, trackingOf } from './couriers.ts'

it('a parcel is tracked at its courier, for any spelling of the name', () => {
  for (const name of ['Blue Dart', 'BlueDart', 'BLUE DART Surface'])
    expect(trackingOf(name, ' 4410 ')).toEqual({
      courier: 'Blue Dart',
      address: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=4410',
      filled: true,
    })
})

test.each([
  ['Delhivery Express', 'Delhivery'],
  ['D.T.D.C', 'DTDC'],
  ['Ecom Express Ltd', 'Ecom Express'],
  ['ekart logistics', 'Ekart'],
  ['Speed Post', 'India Post'],
  ['indiapost', 'India Post'],
  ['The Professional Couriers', 'Professional Couriers'],
  ['professional courier', 'Professional Couriers'],
  ['shadowfax', 'Shadowfax'],
  ['Trackon Couriers', 'Trackon'],
  ['XPRESSBEES', 'XpressBees'],
])('%s is %s', (written, courier) => expect(trackingOf(written, 'AB12')?.courier).toBe(courier))

it('a tracking number is always escaped, with any content', () => {
  expect(trackingOf('Delhivery', 'a/b?c=1&d#e')?.address).toBe('https://www.delhivery.com/track-v2/package/a%2Fb%3Fc%3D1%26d%23e')
})

it('every URL is https at the courier itself and contains the whole number', () => {
  const number = 'A1/../"<x> %'
  for (const { name, page } of COURIERS) {
    const tracking = trackingOf(name, number)
    const address = new URL(tracking?.address ?? '')
    expect([address.protocol, address.host], name).toEqual(['https:', new URL(page).host])
    if (tracking?.filled) expect(tracking.address, name).toContain(encodeURIComponent(number))
    else expect(tracking?.address, name).toBe(page)
  }
})

it('a courier whose page takes no number opens where the number is entered', () => {
  expect(trackingOf('India Post', 'EM123456789IN')).toEqual({ courier: 'India Post', address: 'https://www.indiapost.gov.in/', filled: false })
})

it('unknown couriers and invalid numbers have no URL', () => {
  const none: [string | null, string | null][] = [
    ['My cousin', '1'],
    [null, '1'],
    ['', '1'],
    ['DTDC', ' '],
    ['DTDC', null],
    ['Delhivery', '..'],
    ['Delhivery', 'A'.repeat(61)],
    ['Delhivery', '12\n34'],
    ['Delhivery', 'भेजा'],
  ]
  for (const [courier, number] of none) expect(trackingOf(courier, number), `${courier} ${number}`).toBeNull()
})
