import { useState } from 'react'
import { undoImport } from '../../../data/admin/products/imports.ts'
import { queryClient } from '../../../data/api/queries.ts'
import * as say from '#words/admin-import.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Takes a whole import back, after a question; says why when the shop refuses. */
export function UndoImport({ id, fileName, undone = false }: { id: string; fileName: string; /** whether it is undone already */ undone?: boolean }) {
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<{ ok: boolean; text: string } | null>(null)

  async function undo() {
    const done = await undoImport(id).catch((error: unknown) => ({
      ok: false as const,
      code: null,
      products: 0,
      message: error instanceof Error ? error.message : String(error),
    }))
    setAnswer(
      done.ok
        ? { ok: true, text: say.undoneText(done.deleted, done.restored) }
        : { ok: false, text: done.code === null ? say.undoFailed(done.message) : say.notUndone[done.code](done.products) },
    )
    setAsking(false)
    await Promise.all(['admin-products', 'admin-imports'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }

  if (answer !== null)
    return (
      <p role={answer.ok ? 'status' : 'alert'} className={`min-h-8 content-center ${answer.ok ? '' : 'text-cancelled'}`}>
        {answer.text}
      </p>
    )
  if (undone) return null
  return (
    <>
      <button type="button" className="ctl" aria-label={say.undoFile(fileName)} onClick={() => setAsking(true)}>
        {say.undoImport}
      </button>
      {asking ? (
        <ConfirmDialog title={say.undoFile(fileName)} confirm={say.undoImport} onConfirm={undo} onClose={() => setAsking(false)}>
          {say.undoText}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
