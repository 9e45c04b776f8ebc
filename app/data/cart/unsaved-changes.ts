/**
 * The changes of one customer's cart that wait on this device until the shop has them. They are written in the same moment as they are
 * shown, so a reload, a killed tab or a lost connection keeps them. A sign-out removes them with all personal data.
 */
import { readPersonal, writePersonal } from '../session/personal-storage.ts'

/** By product. target: the wanted quantity, 0 removes the line · sent: a quantity that was sent and whose response is missing */
export type UnsavedChanges = Record<string, { target: number; sent?: number }>

export const UNSAVED = 'cart-changes'

/** Always reads the storage, because another tab may have written it. One entry a product, so the shop's products bound it. */
export function unsavedChanges(userId: string): UnsavedChanges {
  const value = readPersonal('local', UNSAVED) as { userId?: unknown; lines?: UnsavedChanges } | null
  return (value?.userId === userId && value.lines) || {}
}

export function writeUnsaved(userId: string, lines: UnsavedChanges): void {
  writePersonal('local', UNSAVED, Object.keys(lines).length > 0 ? { userId, lines } : null)
}

export function recordChange(userId: string, productId: string, target: number): void {
  const lines = unsavedChanges(userId)
  writeUnsaved(userId, { ...lines, [productId]: { ...lines[productId], target } })
}
