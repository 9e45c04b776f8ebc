import { useEffect } from 'react'
import * as say from '#words/admin-banners.ts'
import * as formWords from '#words/admin-form.ts'
import { addBanner, changeBanner } from '../../data/admin/settings/banners.ts'
import type { AdminBanner } from '../../data/admin/settings/banners.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { useEditForm } from '../../ui/form/use-edit-form.ts'
import type { EditOutcome } from '../../ui/form/use-edit-form.ts'
import { checkDraft, draftOf, formOf } from './draft.ts'
import type { BannerDraft } from './draft.ts'

export type BannerFormOptions = {
  /** null: a new banner, at `place`. The row as it was read last: the form follows it. */
  banner: AdminBanner | null
  place: number
  onClose: () => void
  /** shows the row in the list, so that the dialog begins with it when it is opened again */
  onSaved: (row: AdminBanner) => void
}

/** The state of the dialog of a banner. */
export function useBannerForm({ banner, place, onClose, onSaved }: BannerFormOptions) {
  const form = useEditForm<AdminBanner | null, BannerDraft>({
    row: banner,
    valuesOf: draftOf,
    check: (draft, row) => checkDraft(draft, row === null),
    failed: (error) => serverMessage(error, say.notSaved),
    onDone: onClose,
    async save({ values, row }): Promise<EditOutcome<AdminBanner | null, BannerDraft>> {
      const { desktop, phone } = values
      if (row === null) {
        if (!(desktop instanceof File)) return { ok: false, errors: { desktop: say.desktopMissing } }
        const added = await addBanner(formOf(values), desktop, phone instanceof File ? phone : null, place)
        onSaved(added)
        return { ok: true, row: added }
      }
      const saved = await changeBanner(row, formOf(values), { desktop, phone })
      if (saved.ok) {
        onSaved(saved.row)
        return { ok: true, row: saved.row }
      }
      if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
      return { ok: false, message: saved.code === 'GONE' ? formWords.goneText : serverMessage(saved, say.notSaved) }
    },
  })
  useEffect(() => {
    if (banner !== null && banner.updated_at !== form.row?.updated_at) form.rebase(banner)
    // oxlint-disable-next-line react/exhaustive-deps -- when the list is read again, e.g. after a switch or a move that was not yet answered
  }, [banner])
  return form
}
