import { useState } from 'react'
import { inputOfMoment, momentOfInput } from '#domain/banner.ts'
import * as say from '#words/admin-banners.ts'
import { addBanner, changeBanner, StaleBanner } from '../../data/admin-banners.ts'
import type { AdminBanner, BannerForm, BannerPictures } from '../../data/admin-banners.ts'
import { serverMessage } from '../../data/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { nameOf } from './name-of.ts'

type BannerDialogProps = {
  /** null: a new one, at `place`. */
  banner: AdminBanner | null
  place: number
  onClose: () => void
  onSaved: (name: string) => void
  onStale: () => void
}
type Errors = { link?: string; ends_at?: string; desktop?: string; message?: string; attempt: number }

export function BannerDialog({ banner, place, onClose, onSaved, onStale }: BannerDialogProps) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({ attempt: 0 })
  const [pictures, setPictures] = useState<BannerPictures>({ desktop: 'keep', phone: 'keep' })

  async function submit(data: FormData) {
    const text = (name: string) => String(data.get(name) ?? '')
    const form: BannerForm = {
      title: text('title'),
      description: text('description'),
      link: text('link'),
      is_active: data.has('is_active'),
      starts_at: momentOfInput(text('starts_at')),
      ends_at: momentOfInput(text('ends_at')),
    }
    const { desktop, phone } = pictures
    const found: Omit<Errors, 'attempt'> = {
      ...(/^(\/([^/\\]|$)|https:\/\/|$)/.test(form.link.trim()) ? {} : { link: say.linkWrong }),
      ...(form.starts_at !== null && form.ends_at !== null && form.ends_at <= form.starts_at ? { ends_at: say.endsWrong } : {}),
      ...(banner === null && !(desktop instanceof File) ? { desktop: say.desktopMissing } : {}),
    }
    const fail = (what: Omit<Errors, 'attempt'>) => setErrors(({ attempt }) => ({ ...what, attempt: attempt + 1 }))
    if (Object.keys(found).length > 0) return fail(found)
    setBusy(true)
    try {
      if (banner) await changeBanner(banner, form, pictures)
      else if (desktop instanceof File) await addBanner(form, desktop, phone instanceof File ? phone : null, place)
      onSaved(nameOf(form))
    } catch (error) {
      if (error instanceof StaleBanner) return onStale()
      setBusy(false)
      fail({ message: serverMessage(error, say.notSaved) })
    }
  }

  return (
    <Dialog open busy={busy} title={banner ? say.editTitle(nameOf(banner)) : say.newTitle} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 text-ink"
        // What was wrong and is being mended is no longer said (docs/rules.md#forms).
        onChange={({ target }) => setErrors((before) => ({ ...before, [(target.getAttribute('name') ?? '').replace('starts_at', 'ends_at')]: undefined }))}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <FormAlert message={errors.message} attempt={errors.attempt} />
        <Field label={say.bannerTitle} name="title" optional maxLength={120} autoComplete="off" hint={say.titleHint} defaultValue={banner?.title ?? ''} />
        <TextAreaField label={say.description} name="description" optional maxLength={400} rows={2} defaultValue={banner?.description ?? ''} />
        <PictureField
          label={say.desktop}
          name="desktop"
          hint={say.desktopHint}
          error={errors.desktop}
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
          error={errors.link}
          defaultValue={banner?.link ?? ''}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={say.starts}
            name="starts_at"
            optional
            type="datetime-local"
            hint={say.timesHint}
            defaultValue={inputOfMoment(banner?.starts_at ?? null)}
          />
          <Field label={say.ends} name="ends_at" optional type="datetime-local" error={errors.ends_at} defaultValue={inputOfMoment(banner?.ends_at ?? null)} />
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="is_active" defaultChecked={banner?.is_active ?? true} className="size-5 accent-plum-600" />
          {say.shown}
        </label>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={busy}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
