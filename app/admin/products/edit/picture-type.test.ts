import { expect, test } from 'vitest'
import { pictureType } from './picture-type.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test('the four types that the bucket accepts are recognised by their bytes', () => {
  expect(pictureType(bytes('\xff\xd8\xff\xe0..JFIF'))).toBe('image/jpeg')
  expect(pictureType(bytes('\x89PNG\r\n\x1a\n\0\0\0\r'))).toBe('image/png')
  expect(pictureType(bytes('RIFF....WEBP'))).toBe('image/webp')
  expect(pictureType(bytes('\0\0\0 ftypavif'))).toBe('image/avif')
})

test('any other file is refused, whatever its name', () => {
  for (const start of ['<svg xmlns=', '<?xml version', 'GIF89a......', '%PDF-1.7\n...', 'RIFF....WAVE', '\0\0\0 ftypheic', '\0\0\0 ftypisom', 'MZ', ''])
    expect(pictureType(bytes(start)), start).toBeNull()
})
