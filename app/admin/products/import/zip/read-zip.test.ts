import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { listPictures, unpackPictures } from './read-zip.ts'
import type { UnpackedPicture } from './read-zip.ts'

const signal = new AbortController().signal
const quiet = () => undefined
const zip = (files: Record<string, Uint8Array>) => new Blob([new Uint8Array(zipSync(files))])
const unpacked = async (file: Blob, wanted: string[]) => {
  const taken: UnpackedPicture[] = []
  await unpackPictures(file, new Set(wanted), async (picture) => void taken.push(picture), quiet, signal)
  return taken.map(({ path, bytes }) => [path, bytes === null ? null : new TextDecoder().decode(bytes)])
}

describe('an archive of pictures', () => {
  const archive = zip({ 'A-1.jpg': strToU8('first'), 'list.csv': strToU8('x'), 'more/B.png': strToU8('second'), '__MACOSX/._A.jpg': strToU8('y') })

  it('lists its pictures and unpacks the wanted ones', async () => {
    expect(await listPictures(archive, quiet, signal)).toEqual(['A-1.jpg', 'more/B.png'])
    expect(await unpacked(archive, ['more/B.png'])).toEqual([['more/B.png', 'second']])
    expect(await unpacked(archive, ['A-1.jpg', 'more/B.png'])).toHaveLength(2)
  })
  it('gives no more memory to a file than a picture may have', async () => {
    const bomb = zip({ 'A.jpg': new Uint8Array(40 * 1024 * 1024), 'B.jpg': strToU8('fine') })
    expect(bomb.size).toBeLessThan(100_000)
    expect(await unpacked(bomb, ['A.jpg', 'B.jpg'])).toEqual([
      ['A.jpg', null],
      ['B.jpg', 'fine'],
    ])
  })
  it('is refused where it is no archive, and ends when asked', async () => {
    await expect(listPictures(new Blob(['no archive at all, only a text']), quiet, signal)).rejects.toMatchObject({ code: 'NO_ZIP' })
    await expect(listPictures(new Blob([]), quiet, signal)).rejects.toMatchObject({ code: 'NO_ZIP' })
    await expect(listPictures(archive, quiet, AbortSignal.abort())).rejects.toThrow(/abort/i)
  })
})
