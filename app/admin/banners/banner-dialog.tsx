import * as say from '#words/admin-banners.ts'
import { changesOf } from '../../data/admin/save.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { conflictsOf, StaleEdit } from '../ui/stale-edit.tsx'
import { formOf } from './draft.ts'
import type { BannerDraft } from './draft.ts'
import { nameOf } from './name-of.ts'
import { useBannerForm } from './use-banner-form.ts'
import type { BannerFormOptions } from './use-banner-form.ts'

const LABELS = {
  title: say.bannerTitle,
  description: say.description,
  link: say.link,
  starts_at: say.starts,
  ends_at: say.ends,
  is_active: say.shown,
}

/** Adds or edits a banner. If someone else changed it, the dialog stays and shows both versions. */
export function BannerDialog(options: BannerFormOptions) {
  const form = useBannerForm(options)
  const { row, values, before, stale } = form
  const { onClose } = options
  const typed = (name: Exclude<keyof BannerDraft, 'desktop' | 'phone' | 'is_active'>) => ({
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })

  return (
    <Dialog open busy={form.saving} title={row ? say.editTitle(nameOf(row)) : say.newTitle} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={form.onSubmit}>
        <FormAlert message={form.message} attempt={form.attempt} />
        {stale?.row ? (
          <StaleEdit of={form} conflicts={conflictsOf(formOf(before), formOf(stale.values), changesOf(formOf(before), formOf(values)), LABELS)} />
        ) : null}
        <Field {...typed('title')} label={say.bannerTitle} optional maxLength={120} autoComplete="off" hint={say.titleHint} />
        <TextAreaField {...typed('description')} label={say.description} optional maxLength={400} rows={2} />
        <PictureField
          label={say.desktop}
          name="desktop"
          hint={say.desktopHint}
          error={form.errors['desktop']}
          current={row?.image_url ?? null}
          chosen={values.desktop}
          onChoose={(desktop) => form.set({ desktop })}
          width={200}
          height={94}
        />
        <PictureField
          label={say.phone}
          name="phone"
          optional
          hint={say.phoneHint}
          current={row?.phone_image_url ?? null}
          chosen={values.phone}
          onChoose={(phone) => form.set({ phone })}
          width={104}
          height={120}
        />
        <Field {...typed('link')} label={say.link} optional maxLength={500} autoComplete="off" spellCheck={false} hint={say.linkHint} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...typed('starts_at')} label={say.starts} optional type="datetime-local" hint={say.timesHint} />
          <Field {...typed('ends_at')} label={say.ends} optional type="datetime-local" />
        </div>
        <label className="flex min-h-9 touch:min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="is_active"
            checked={values.is_active}
            onChange={(event) => form.set({ is_active: event.target.checked })}
            className="size-5 accent-plum-600"
          />
          {say.shown}
        </label>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.saving}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.saving} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
