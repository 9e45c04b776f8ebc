import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBinary, readText, writeBroadcast, writeText, type Version } from './frames.ts'

test('reading any input returns a frame or null', () => {
  fc.assert(fc.property(fc.string(), fc.constantFrom<Version>('1.0.0', '2.0.0'), (text, version) => void readText(text, version)))
  fc.assert(fc.property(fc.json(), fc.constantFrom<Version>('1.0.0', '2.0.0'), (text, version) => void readText(text, version)))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void readBinary(Buffer.from([3, ...bytes]), '2.0.0')))
})

test('a written frame is read back unchanged', () => {
  const head = fc.record({
    joinRef: fc.option(fc.string({ maxLength: 20 })),
    ref: fc.option(fc.string({ maxLength: 20 })),
    topic: fc.string(),
    event: fc.string(),
  })
  fc.assert(
    fc.property(head, fc.dictionary(fc.string(), fc.string()), fc.constantFrom<Version>('1.0.0', '2.0.0'), (given, payload, version) => {
      const read = readText(writeText(version, given, JSON.stringify(payload)), version)
      expect(read).toMatchObject({ ...given, broadcast: null })
      expect(JSON.stringify(read?.payload)).toBe(JSON.stringify(payload))
    }),
  )
})

test('a binary push is parsed by its lengths in bytes', () => {
  const parts = ['1', '2', 'realtime:हॉल', 'आया'].map((text) => Buffer.from(text))
  const frame = Buffer.concat([Buffer.from([3, ...parts.map(({ length }) => length), 0, 1]), ...parts, Buffer.from('{"a":1}')])
  expect(readBinary(frame, '2.0.0')).toMatchObject({
    joinRef: '1',
    ref: '2',
    topic: 'realtime:हॉल',
    event: 'broadcast',
    payload: {},
    broadcast: { event: 'आया', encoding: 'json', bytes: Buffer.from('{"a":1}') },
  })
  expect(readBinary(frame, '1.0.0')).toBeNull()
})

test('a topic too long for a binary frame is sent as text; binary data is not sent to 1.0.0', () => {
  const broadcast = { event: 'e', encoding: 'json', bytes: Buffer.from('{}') } as const
  expect(writeBroadcast('2.0.0', 'x'.repeat(300), broadcast)).toMatch(/^\[null,null,"x+","broadcast",/)
  expect(writeBroadcast('1.0.0', 'realtime:a', { ...broadcast, encoding: 'binary' })).toBeNull()
})
