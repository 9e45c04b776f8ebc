import { useState } from 'react'
import { inputOfTime, timeOfInput } from '#domain/shop/banner.ts'
import * as say from '#words/admin-banners.ts'
import { addBanner, changeBanner, StaleBanner } from '../../data/admin/settings/banners.ts'
import type { AdminBanner, BannerForm, BannerPictures } from '../../data/admin/settings/banners.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { nameOf } from './name-of.ts'

type BannerDialogProps = {
  /** null: a new banner, at `place`. */
  banner: AdminBanner | null
  place: number
  onClose: () => void
  onSaved: (name: string) => void
  onStale: () => void
}

export function BannerDialog({ banner, place, onClose, onSaved, onStale }: BannerDialogProps) {
  const submission = useSubmit((error) => serverMessage(error, say.notSaved))
  const { errors } = submission
  const [pictures, setPictures] = useState<BannerPictures>({ desktop: 'keep', phone: 'keep' })

  const submit = submission.onSubmit((data) => {
    const text = (name: string) => fieldText(data, name)
    const form: BannerForm = {
      title: text('title'),
      description: text('description'),
      link: text('link'),
      is_active: data.has('is_active'),
      starts_at: timeOfInput(text('starts_at')),
      ends_at: timeOfInput(text('ends_at')),
    }
    const { desktop, phone } = pictures
    const found: FieldErrors = {
      ...(banner === null && !(desktop instanceof File) ? { desktop: say.desktopMissing } : {}),
      ...(/^(\/([^/\\]|$)|https:\/\/|$)/.test(form.link.trim()) ? {} : { link: say.linkWrong }),
      ...(form.starts_at !== null && form.ends_at !== null && form.ends_at <= form.starts_at ? { ends_at: say.endsWrong } : {}),
    }
    if (Object.keys(found).length > 0) return { errors: found }
    return async () => {
      try {
        if (banner) await changeBanner(banner, form, pictures)
        else if (desktop instanceof File) await addBanner(form, desktop, phone instanceof File ? phone : null, place)
      } catch (error) {
        if (error instanceof StaleBanner) return onStale()
        throw error
      }
      return onSaved(nameOf(form))
    }
  })

  return (
    <Dialog open busy={submission.busy} title={banner ? say.editTitle(nameOf(banner)) : say.newTitle} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 text-ink"
        // Editing either date can fix an end before its start.
        onChange={({ target }) => submission.edited((target.getAttribute('name') ?? '').replace('starts_at', 'ends_at'))}
        onSubmit={submit}
      >
        <FormAlert message={submission.message} attempt={submission.attempt} />
        <Field label={say.bannerTitle} name="title" optional maxLength={120} autoComplete="off" hint={say.titleHint} defaultValue={banner?.title ?? ''} />
        <TextAreaField label={say.description} name="description" optional maxLength={400} rows={2} defaultValue={banner?.description ?? ''} />
        <PictureField
          label={say.desktop}
          name="desktop"
          hint={say.desktopHint}
          error={errors['desktop']}
          current={banner?.image_url ?? null}
          chosen={pictures.desktop}
          onChoose={(desktop) => setPictures((before) => ({ ...before, desktop }))}
          width={200}
          height={94}
        />
        <PictureField
          label={say.phone}
          name="phone"
          optional
          hint={say.phoneHint}
          current={banner?.phone_image_url ?? null}
          chosen={pictures.phone}
          onChoose={(phone) => setPictures((before) => ({ ...before, phone }))}
          width={104}
          height={120}
        />
        <Field
          label={say.link}
          name="link"
          optional
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          hint={say.linkHint}
          error={errors['link']}
          defaultValue={banner?.link ?? ''}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={say.starts}
            name="starts_at"
            optional
            type="datetime-local"
            hint={say.timesHint}
            defaultValue={inputOfTime(banner?.starts_at ?? null)}
          />
          <Field label={say.ends} name="ends_at" optional type="datetime-local" error={errors['ends_at']} defaultValue={inputOfTime(banner?.ends_at ?? null)} />
        </div>
        <label className="flex min-h-9 touch:min-h-11 items-center gap-3">
          <input type="checkbox" name="is_active" defaultChecked={banner?.is_active ?? true} className="size-5 accent-plum-600" />
          {say.shown}
        </label>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={submission.busy}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={submission.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
