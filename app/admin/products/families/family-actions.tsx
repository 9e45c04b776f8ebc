import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import { dissolveFamily } from '../../../data/admin/products/family.ts'
import type { EditedFamily } from '../../../data/admin/products/family.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'

/** Dissolving waits until the changes are saved or discarded. */
export function FamilyActions({ family, unsaved }: { family: EditedFamily; unsaved: boolean }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu label={say.more} button={<AdminIcon name="more" />} className="ctl ctl-square">
        <div className="grid min-w-[190px] py-1">
          <button
            type="button"
            className="flex min-h-9 w-full items-center px-4 text-left text-bad hover:bg-hover disabled:text-ink-3 touch:min-h-11"
            disabled={unsaved}
            title={unsaved ? productWords.whileUnsaved : undefined}
            onClick={() => setAsking(true)}
          >
            {say.dissolve}
          </button>
        </div>
      </Menu>
      {asking ? (
        <ConfirmDialog
          title={say.dissolveTitle(family.name)}
          confirm={say.dissolveConfirm}
          onConfirm={async () => {
            if (!(await dissolveFamily(family))) throw new Error(say.notDissolved)
            toast({ title: say.dissolved(family.name), tone: 'success' })
            await queryClient.invalidateQueries({ queryKey: ['admin-products'] })
            void navigate('/admin/products', { replace: true })
          }}
          onClose={() => setAsking(false)}
        >
          {say.dissolveText}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
