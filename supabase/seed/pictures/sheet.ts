// Contact sheet for viewing all pictures at once: node supabase/seed/pictures/sheet.ts <out.png> [folder] [columns] [first] [count] [tile]
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const [out = 'sheet.png', folder = 'products', columns = '10', first = '0', count = '999', tile = '200'] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '../images', folder)
const files = (await readdir(root)).filter((name) => name.endsWith('.webp')).slice(Number(first), Number(first) + Number(count))
const size = Number(tile)
const across = Number(columns)
const tiles = await Promise.all(files.map(async (name, k) => ({
  input: await sharp(path.join(root, name)).resize(size, size, { fit: 'contain', background: '#fbf6f1' }).png().toBuffer(),
  left: (k % across) * (size + 4), top: Math.floor(k / across) * (size + 4),
})))
await sharp({ create: { width: across * (size + 4), height: Math.ceil(files.length / across) * (size + 4), channels: 3, background: '#fbf6f1' } }).composite(tiles).png().toFile(out)
