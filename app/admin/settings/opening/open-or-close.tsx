import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as say from '#words/admin-opening.ts'
import { setShopOpen } from '../../../data/admin/settings/opening.ts'
import type { OpeningItem } from '../../../data/admin/settings/opening.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { revalidateWithRoot } from '../../../data/shop/root-data.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { missingOf, namesOf } from './items.ts'

/** Says whether the shop is open, and lets an owner change it after a confirmation. */
export function OpenOrClose({ items }: { items: OpeningItem[] }) {
  const { isOpen, storeName } = useSettings()
  const owner = useMay()('owner.settings')
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState(false)
  const missing = missingOf(items)
  const blocked = !isOpen && missing.open.length > 0

  async function change() {
    try {
      await setShopOpen(!isOpen)
    } catch (error) {
      throw new Error(serverMessage(error, say.failed), { cause: error })
    }
    await Promise.all([queryClient.invalidateQueries(), revalidateWithRoot(revalidate)])
    toast({ title: isOpen ? say.closed : say.opened, tone: 'success' })
  }

  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line p-4 md:p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2>{isOpen ? say.isOpen : say.isClosed}</h2>
        <p className="mt-1 text-ink-2">
          {isOpen ? say.isOpenText : say.isClosedText} {owner ? null : say.ownersOnly}
        </p>
        {blocked ? <p className="mt-2 font-medium text-pending">{say.neededFirst(namesOf(missing.open))}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <a href="/" className="ctl">
          {say.seeShop}
        </a>
        {owner && !blocked ? (
          <button type="button" className={isOpen ? 'ctl' : 'ctl ctl-main'} onClick={() => setAsked(true)}>
            {isOpen ? say.close : say.open}
          </button>
        ) : null}
      </div>
      {asked ? (
        <ConfirmDialog
          title={isOpen ? say.closeTitle(storeName) : say.openTitle(storeName)}
          confirm={isOpen ? say.close : say.open}
          keep={say.cancel}
          tone={isOpen ? 'danger' : 'main'}
          onConfirm={change}
          onClose={() => setAsked(false)}
        >
          <p>{isOpen ? say.closeText : say.openText}</p>
          {isOpen ? <p className="mt-3">{say.closeStays}</p> : null}
          {!isOpen && missing.law.length > 0 ? (
            <p className="mt-3 rounded-sm bg-pending-tint px-3 py-2 text-pending">{say.lawMissing(namesOf(missing.law))}</p>
          ) : null}
          {!isOpen && missing.advised.length > 0 ? <p className="mt-3">{say.stillMissing(namesOf(missing.advised))}</p> : null}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
