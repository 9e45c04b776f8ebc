import type { ReturnDocument } from './return-document.ts'

/**
 * Which documents a return leaves out of its amounts. One whose IRN was cancelled is no invoice or credit note (CGST rule 48(5)), and the portal
 * marks it cancelled; a credit note for such an invoice takes back what was never supplied under it, so it needs no IRN either.
 *
 * @param cancelled the numbers whose IRN was cancelled, with those that the documents reverse
 */
export function isVoid(
  { serial, reverses }: Pick<ReturnDocument, 'serial'> & { reverses: { serial: string } | null },
  cancelled: ReadonlySet<string>,
): boolean {
  return cancelled.has(serial) || (reverses !== null && cancelled.has(reverses.serial))
}
