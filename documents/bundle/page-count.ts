/** The number of pages of a PDF made by the shop, from the uncompressed root of its page tree. */
export function pageCount(file: Uint8Array): number {
  const nodes = Buffer.from(file)
    .toString('latin1')
    .split('>')
    .filter((part) => /\/Type\s{0,9}\/Pages\b/.test(part))
  const pages = Math.max(0, ...nodes.map((node) => Number(/\/Count\s{1,9}(\d{1,9})/.exec(node)?.[1] ?? 0)))
  if (pages === 0) throw new Error('This is no PDF with pages')
  return pages
}
