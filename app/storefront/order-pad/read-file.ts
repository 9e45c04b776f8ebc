import * as say from '#words/order-pad.tsx'
const LARGEST_FILE = 1_000_000

export type ReadFile = { ok: true; text: string } | { ok: false; message: string }

/** Reads the text of a chosen file, which never leaves the browser. Spreadsheet programs also write UTF-16, and old ones Windows-1252. */
export async function readListFile(file: File): Promise<ReadFile> {
  if (file.size > LARGEST_FILE) return { ok: false, message: say.fileTooLarge(file.name) }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Excel files are zip archives, older ones OLE documents.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)) {
    return { ok: false, message: say.fileIsASpreadsheet(file.name) }
  }
  const text = decode(bytes)
  if (text.includes('\0')) return { ok: false, message: say.fileIsNoText(file.name) }
  return { ok: true, text }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
