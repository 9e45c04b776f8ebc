import * as say from '#words/returns.ts'
import { declineReturn } from '../../../data/orders/returns.ts'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { settle } from './step.ts'
import type { StepDialogProps } from './step.ts'
import { StepForm } from './step-form.tsx'

export function DeclineDialog({ one, onClose, onDone }: StepDialogProps) {
  const form = useSubmit(() => say.notSaved)
  return (
    <StepForm
      form={form}
      title={say.declineTitle}
      intro={say.declineText}
      submit={say.decline.replace('…', '')}
      onClose={onClose}
      read={(data) => {
        const reason = fieldText(data, 'reason').trim()
        if (reason === '') return { errors: { reason: say.enterReason } }
        return async () => settle(await declineReturn(one, reason), say.declined, onDone)
      }}
    >
      <TextAreaField label={say.declineReason} name="reason" maxLength={400} error={form.errors['reason']} />
    </StepForm>
  )
}
