import { useQuery } from '@tanstack/react-query'
import { checkLedgerName, LEDGER_FIELDS } from '#domain/tally/ledgers.ts'
import type { LedgerField, TallyLedgers } from '#domain/tally/ledgers.ts'
import * as say from '#words/admin-accounts.ts'
import { fetchLedgers, saveLedgers } from '../../../data/admin/reports/accounts.ts'
import type { LedgersRow } from '../../../data/admin/reports/accounts.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Field } from '../../../ui/form/field.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { useMay } from '../../access.ts'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { conflictsOf, StaleEdit } from '../../ui/stale-edit.tsx'

const KEY = ['tally-ledgers']
const BACK = { to: '/admin/sales-analytics?view=accounts', label: say.back }
const SECTIONS: readonly { title: string; fields: readonly LedgerField[] }[] = [
  { title: say.sections.sales, fields: ['sales', 'sales_inter_state', 'cgst', 'sgst', 'igst', 'delivery', 'discount'] },
  { title: say.sections.parties, fields: ['company', 'party_group', 'unregistered_party'] },
  {
    title: say.sections.money,
    fields: ['cash', 'cod', 'upi', 'card', 'bank', 'razorpay', 'credit', 'credit_by_hand', 'courier_charges', 'courier_differences'],
  },
]

/** /admin/sales-analytics/ledgers: the names under which Tally books the shop's vouchers. */
export default function Ledgers() {
  const row = useQuery({ queryKey: KEY, queryFn: fetchLedgers, staleTime: 0 })
  if (row.data) return <LedgersForm read={row.data} />
  return (
    <>
      <PageHead title={say.ledgersTitle} back={BACK} />
      {row.error ? (
        <ErrorPanel title={say.ledgersFailed} text={say.failedText} error={row.error} onRetry={() => void row.refetch()} />
      ) : (
        <PanelSkeleton lines={12} />
      )}
    </>
  )
}

const namesOf = (row: LedgersRow): TallyLedgers => Object.fromEntries(LEDGER_FIELDS.map((field) => [field, row[field]])) as TallyLedgers

function check(names: TallyLedgers): FieldErrors {
  return Object.fromEntries(
    SECTIONS.flatMap(({ fields }) =>
      fields.flatMap((field) => {
        const problem = checkLedgerName(field, names[field].trim())
        return problem ? [[field, say.problems[problem]]] : []
      }),
    ),
  )
}

function LedgersForm({ read }: { read: LedgersRow }) {
  const mayChange = useMay()('payments.manage')
  const form = useEditForm<LedgersRow, TallyLedgers>({
    row: read,
    valuesOf: namesOf,
    check,
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: (row) => queryClient.setQueryData(KEY, row),
    async save({ changes, row }) {
      if (Object.keys(changes).length === 0) return null
      const trimmed = Object.fromEntries(Object.entries(changes).map(([field, name]) => [field, name.trim()])) as Partial<TallyLedgers>
      const saved = await saveLedgers(row.version, trimmed)
      if (!saved) return { ok: false, stale: { row: await fetchLedgers(), by: null } }
      toast({ title: say.saved, tone: 'success' })
      return { ok: true, row: saved }
    },
  })
  const notice = form.stale ? <StaleEdit of={form} conflicts={conflictsOf(form.before, form.stale.values, form.changes, say.labels)} /> : null
  return (
    <FormPage title={say.ledgersTitle} back={BACK} form={form} notice={notice}>
      <p className="max-w-[70ch] text-ink-2">{mayChange ? say.intro : say.readOnly}</p>
      {SECTIONS.map(({ title, fields }) => (
        <FormSection key={title} title={title}>
          <div className="grid gap-4 md:grid-cols-2">
            {fields.map((field) => (
              <Field
                key={field}
                name={field}
                label={say.labels[field]}
                hint={say.hints[field]}
                error={form.errors[field]}
                value={form.values[field]}
                maxLength={80}
                readOnly={!mayChange}
                onChange={(event) => form.set({ [field]: event.target.value })}
                onBlur={() => form.leave(field)}
              />
            ))}
          </div>
        </FormSection>
      ))}
    </FormPage>
  )
}
