import * as say from '#words/checkout.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { InvoiceFields } from '../../ui/form/invoice-fields.tsx'
import { PartPanel } from './part.tsx'
import type { Checkout } from './use-checkout.ts'

type InvoicePartProps = { open: boolean; checkout: Checkout; errors: Record<string, string>; attempt: number; onDone: () => void }

/** Whom the invoice names. Most buyers have no GSTIN: it is a question, not two empty fields. */
export function InvoicePart({ open, checkout, errors, attempt, onDone }: InvoicePartProps) {
  const { values } = checkout.draft
  if (!open) {
    const business = values.gstin !== '' || values.company_name !== ''
    return (
      <PartPanel part="invoice" open={false} title={say.invoice} changes={business ? say.theInvoice : ''} change={business ? say.change : say.addGstin}>
        <p className="[overflow-wrap:anywhere]">
          {values.company_name}
          {values.company_name !== '' && values.gstin !== '' ? <br /> : null}
          {values.gstin === '' ? null : say.invoiceTo(values.gstin)}
          {business ? null : <span className="text-ink-2">{say.buyingForBusiness}</span>}
        </p>
      </PartPanel>
    )
  }
  return (
    <PartPanel part="invoice" open title={say.invoice}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          onDone()
        }}
      >
        <FormAlert attempt={attempt} fields={attempt > 0 ? errors : {}} />
        <InvoiceFields values={values} errors={errors} showAll={attempt > 0} onChange={checkout.change} />
        <Button type="submit" wide>
          {say.forTheInvoice}
        </Button>
      </form>
    </PartPanel>
  )
}
