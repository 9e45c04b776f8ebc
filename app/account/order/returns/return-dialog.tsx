import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_PHOTOS, RETURN_REASONS, RETURN_WISHES } from '#domain/orders/returns.ts'
import type { ReturnReason, ReturnWish } from '#domain/orders/returns.ts'
import * as say from '#words/returns.ts'
import { choicesKey, fetchExchangeChoices } from '../../../data/orders/exchange-choices.ts'
import { askReturn } from '../../../data/orders/returns.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFor, SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { QuantityInput } from '../../../ui/form/quantity-input.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { PHOTO_TYPES, sendPhotos } from './add-photos.tsx'

type Line = { id: string; name: string; /** pieces that can still be returned */ most: number }
type DialogProps = {
  orderId: string
  lines: readonly Line[]
  /** ids of the returns that there are */ known: readonly string[]
  onClose: () => void
  onChanged: () => void
}

/** Asks for a return: which pieces, why, and photos. */
export function ReturnDialog({ orderId, lines, known, onClose, onChanged }: DialogProps) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [wish, setWish] = useState<ReturnWish>('refund')
  const choices = useQuery({ queryKey: choicesKey(orderId), queryFn: () => fetchExchangeChoices(orderId), enabled: wish === 'exchange' })
  const form = useSubmit(() => say.notSaved)

  const send = form.onSubmit((data) => {
    const chosen = lines.flatMap(({ id }) => {
      const instead = wish === 'exchange' ? { exchange_for: fieldText(data, `instead-${id}`) } : {}
      return (counts[id] ?? 0) > 0 ? [{ item: id, quantity: counts[id] ?? 0, ...instead }] : []
    })
    const reason = RETURN_REASONS.find((one) => one === fieldText(data, 'reason'))
    const message = fieldText(data, 'message').trim()
    const photos = data.getAll('photos').filter((one): one is File => one instanceof File && one.size > 0)
    const errors: FieldErrors = {
      ...(reason === undefined ? { reason: say.chooseReason } : {}),
      ...(message === '' ? { message: say.enterMessage } : {}),
      ...(photos.length > MOST_PHOTOS ? { photos: say.tooManyPhotos } : {}),
    }
    if (chosen.length === 0) return { message: say.chooseLine, errors }
    for (const { item, exchange_for } of chosen) if (exchange_for === '') errors[`instead-${item}`] = say.chooseProduct
    if (reason === undefined || Object.keys(errors).length > 0) return { errors }
    return async () => {
      const result = await askReturn({ orderId, lines: chosen, reason: reason satisfies ReturnReason, message, wish }, new Set(known))
      if (!result.ok) {
        if (result.stale) onChanged()
        return { message: result.message }
      }
      // The return is asked for: a photo that is not sent can be added to it.
      const failed = await sendPhotos(result.id, photos)
      toast({ title: say.sent, description: failed ?? say.sentText, tone: failed === null ? 'success' : 'error' })
      onClose()
      onChanged()
    }
  })

  return (
    <Dialog open busy={form.busy} title={say.formTitle} onClose={onClose}>
      <p>{say.intro}</p>
      <form noValidate className="mt-4 grid gap-5 text-ink" onChange={form.onChange} onSubmit={send}>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <ul className="grid gap-3">
          {lines.map(({ id, name, most }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3">
              <span className="min-w-0 flex-1 basis-[160px] [overflow-wrap:anywhere]">{name}</span>
              <span className="flex items-center gap-2">
                <QuantityInput
                  size="small"
                  live
                  min={0}
                  max={most}
                  value={counts[id] ?? 0}
                  label={say.quantityOf(name, most)}
                  onChange={(count) => setCounts((was) => ({ ...was, [id]: count }))}
                />
                <span aria-hidden="true" className="num text-sm text-ink-2">
                  {say.ofPieces(most)}
                </span>
              </span>
            </li>
          ))}
        </ul>
        <SelectField label={say.reason} name="reason" defaultValue="" error={form.errors['reason']}>
          <option value="">{say.chooseReason}</option>
          {RETURN_REASONS.map((one) => (
            <option key={one} value={one}>
              {say.reasons[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say.youWish}
          name="wish"
          value={wish}
          hint={say.wishHint}
          onChange={(event) => setWish(RETURN_WISHES.find((one) => one === event.target.value) ?? 'refund')}
        >
          {RETURN_WISHES.map((one) => (
            <option key={one} value={one}>
              {say.wishes[one]}
            </option>
          ))}
        </SelectField>
        {wish === 'exchange' && choices.isError ? <p role="alert">{say.choicesNotRead}</p> : null}
        {wish === 'exchange' && choices.data
          ? lines
              .filter(({ id }) => (counts[id] ?? 0) > 0)
              .map(({ id, name }) => (
                <SelectField key={id} label={say.exchangeLine(name)} name={`instead-${id}`} defaultValue="" error={form.errors[`instead-${id}`]}>
                  <option value="">{say.chooseProduct}</option>
                  {choices.data
                    .filter(({ item }) => item === id)
                    .map(({ product, name: other, in_stock }) => (
                      <option key={product} value={product} disabled={!in_stock}>
                        {in_stock ? other : say.nameSoldOut(other)}
                      </option>
                    ))}
                </SelectField>
              ))
          : null}
        <TextAreaField label={say.message} name="message" maxLength={2000} hint={say.messageHint} error={form.errors['message']} />
        <FieldFor label={say.photos} name="photos" optional hint={say.photosHint} error={form.errors['photos']}>
          {(control) => <input {...control} type="file" multiple accept={PHOTO_TYPES} className={`${control.className} py-[12px]`} />}
        </FieldFor>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.sending}>
            {say.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
