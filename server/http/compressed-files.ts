/** Which files of a build are sent compressed. The build writes them once as `name.br` (scripts/vite/compressed-files.ts), so that no visitor waits for it. */
import path from 'node:path'

const EXTENSIONS = new Set(['.js', '.css', '.html', '.json', '.webmanifest', '.svg', '.txt'])
const LEAST_BYTES = 513

export const COMPRESSED = '.br'
/** The quality of brotli and of gzip for a file that stays as it is: small, however long it takes. */
export const SMALLEST = { br: 11, gzip: 9, identity: 0 } as const

export const isTextFile = (name: string): boolean => EXTENSIONS.has(path.extname(name))
export const isSentCompressed = (name: string, bytes: number): boolean => isTextFile(name) && bytes >= LEAST_BYTES
