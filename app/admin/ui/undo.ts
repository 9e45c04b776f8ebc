import * as say from '#words/admin-list.ts'
import { toast } from '../../ui/overlay/toast.ts'

/** How long a change can be undone, in ms: as long as its toast is shown, plus some time to react. */
const UNDO_MS = 10_000

type Undo = { run: () => Promise<unknown>; until: number }
let last: Undo | null = null

/**
 * Shows what was done, with Undo beside it; ⌘Z does the same for ten seconds. `undo` reverts the change and throws if it cannot. Actions that cannot be undone
 * need a confirmation first: confirm-dialog.tsx.
 */
export function toastUndo(title: string, undo: () => Promise<unknown>): void {
  const mine: Undo = { run: undo, until: Date.now() + UNDO_MS }
  last = mine
  toast({ title, tone: 'success', action: { label: say.undo, onClick: () => void take(mine) } })
}

/** Undoes the last change that can still be undone. */
export function undoLast(): void {
  if (last && last.until > Date.now()) void take(last)
}

async function take(undo: Undo): Promise<void> {
  if (last === undo) last = null
  // A second click does not undo it twice.
  const { run } = undo
  undo.run = () => Promise.resolve()
  try {
    await run()
    toast({ title: say.undone, tone: 'success' })
  } catch {
    toast({ title: say.undoFailed, tone: 'error' })
  }
}
