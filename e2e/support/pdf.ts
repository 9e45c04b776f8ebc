/** The text of a PDF as a reader would copy it. */
import { spawnSync } from 'node:child_process'

export function pdfText(bytes: Buffer): string {
  const run = spawnSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], { input: bytes, encoding: 'utf8', maxBuffer: 50 * 1024 * 1024 })
  if (run.status !== 0) throw new Error(`pdftotext: ${run.stderr}`)
  return run.stdout
}
