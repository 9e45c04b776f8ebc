import * as say from '#words/admin-list.ts'
import { toast } from '../../ui/toast.ts'

/** How long a change can be taken back, in ms: as long as its toast stands, and a little for a slow hand. */
const UNDO_MS = 10_000

type Undo = { run: () => Promise<unknown>; until: number }
let last: Undo | null = null

/**
 * Says what was done, with Undo beside it; ⌘Z does the same for ten seconds. `undo` puts things back and throws when it
 * cannot. For what cannot be put back ask first: confirm-dialog.tsx.
 */
export function toastUndo(title: string, undo: () => Promise<unknown>): void {
  const mine: Undo = { run: undo, until: Date.now() + UNDO_MS }
  last = mine
  toast({ title, tone: 'success', action: { label: say.undo, onClick: () => void take(mine) } })
}

/** Takes back the last change that still can be. */
export function undoLast(): void {
  if (last && last.until > Date.now()) void take(last)
}

async function take(undo: Undo): Promise<void> {
  if (last === undo) last = null
  // Pressed twice it is done once.
  const { run } = undo
  undo.run = () => Promise.resolve()
  try {
    await run()
    toast({ title: say.undone, tone: 'success' })
  } catch {
    toast({ title: say.undoFailed, tone: 'error' })
  }
}
