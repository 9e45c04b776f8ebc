import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/phone-codes.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { takeOverOrders } from '../../data/orders/telephone-orders.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/page/panel.tsx'

/** Adds the orders that the customer placed by telephone, with a code of the shop. */
export function TelephoneOrders({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [added, setAdded] = useState<number | null>(null)
  return (
    <Panel title={say.mine} className="mt-8 max-w-[640px]">
      <p className="text-pretty text-ink-2">{say.mineText}</p>
      <div role="status">{added === null ? null : <p className="mt-4 rounded-sm bg-leaf-100 px-4 py-3 text-leaf-700">{say.added(added)}</p>}</div>
      {open ? (
        <CodeForm
          onClose={() => setOpen(false)}
          onAdded={async (orders) => {
            setOpen(false)
            setAdded(orders)
            await queries.invalidateQueries({ queryKey: ['orders', userId] })
          }}
        />
      ) : (
        <Button className="mt-5" onClick={() => setOpen(true)}>
          {say.enter}
        </Button>
      )}
    </Panel>
  )
}

function CodeForm({ onClose, onAdded }: { onClose: () => void; onAdded: (orders: number) => Promise<void> }) {
  const form = useSubmit((error) => serverMessage(error, say.notAdded))
  const send = form.onSubmit((data) => {
    const phone = fieldText(data, 'phone').trim()
    const code = fieldText(data, 'code').replaceAll(/[\s-]/g, '')
    const errors = {
      ...(phone.replaceAll(/\D/g, '').length >= 6 ? {} : { phone: say.phoneWrong }),
      ...(/^\d{8}$/.test(code) ? {} : { code: say.codeWrong }),
    }
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const result = await takeOverOrders(phone, code)
      if ('message' in result) return { message: result.message }
      await onAdded(result.orders)
      return undefined
    }
  })
  return (
    <form noValidate aria-label={say.mine} className="mt-5 grid gap-4" onChange={form.onChange} onSubmit={send}>
      <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say.phone} name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={20} hint={say.phoneHint} error={form.errors['phone']} />
        <Field
          label={say.code}
          name="code"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          hint={say.codeHint}
          error={form.errors['code']}
          className="num"
        />
      </div>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button type="submit" variant="primary" busy={form.busy} busyText={say.adding}>
          {say.add}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
      </div>
    </form>
  )
}
