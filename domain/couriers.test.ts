import { expect, it } from 'vitest'
import { trackingAddress } from './couriers.ts'

it('a parcel is followed at its courier, however the name is written', () => {
  for (const name of ['Blue Dart', 'BlueDart', 'BLUE DART Surface'])
    expect(trackingAddress(name, ' 4410 ')).toBe('https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=4410')
})

it('a number stays a number, whatever it holds', () => {
  expect(trackingAddress('Delhivery', 'a/b?c=1')).toBe('https://www.delhivery.com/track-v2/package/a%2Fb%3Fc%3D1')
})

it('of others there is no address', () => {
  expect([trackingAddress('India Post', 'EM1'), trackingAddress('My cousin', '1'), trackingAddress(null, '1'), trackingAddress('DTDC', ' ')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
