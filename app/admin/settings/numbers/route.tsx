import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/time/dates.ts'
import { checkSeries } from '#domain/documents/serials.ts'
import * as say from '#words/admin-serials.ts'
import { fetchSeries, nameSeries } from '../../../data/admin/orders/serials.ts'
import type { Series } from '../../../data/admin/orders/serials.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { SeriesSection } from './series-section.tsx'

const KEY = ['serial-series']

export default function Numbers() {
  const series = useQuery({ queryKey: KEY, queryFn: fetchSeries, staleTime: 0 })
  return (
    <SettingsFrame>
      {series.data ? (
        <NumbersForm read={series.data} />
      ) : (
        <>
          <PageHead title={say.title} />
          {series.error ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={series.error} onRetry={() => void series.refetch()} />
          ) : (
            <PanelSkeleton lines={9} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}

/** As typed, by kind. */
type Draft = Record<string, { prefix: string; digits: number }>

/** The future name of a series: the pending name, if there is one. */
const named = ({ prefix, digits, next_prefix, next_digits }: Series) => ({ prefix: next_prefix ?? prefix, digits: next_digits ?? digits })
const draftOf = (series: readonly Series[]): Draft => Object.fromEntries(series.map((one) => [one.kind, named(one)]))

/** Errors by the name of the prefix field. */
function check(draft: Draft, read: readonly Series[]): FieldErrors {
  const wrong = Object.entries(draft).flatMap(([kind, { prefix, digits }]) => {
    const present = read.filter((one) => one.kind === kind).flatMap((one) => [one.prefix, one.next_prefix])
    const problem = checkSeries(prefix, digits, present)
    return problem ? [[`${kind}.prefix`, say.errors[problem]]] : []
  })
  return Object.fromEntries(wrong) as FieldErrors
}

function NumbersForm({ read }: { read: Series[] }) {
  const form = useEditForm<Series[], Draft>({
    row: read,
    valuesOf: draftOf,
    check: (draft) => check(draft, read),
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: () => queryClient.invalidateQueries({ queryKey: ['row-history'] }),
    async save({ changes, row }) {
      if (Object.keys(changes).length === 0) return null
      const now = () => queryClient.fetchQuery({ queryKey: KEY, queryFn: fetchSeries, staleTime: 0 })
      const names: string[] = []
      for (const one of row) {
        const typed = changes[one.kind]
        if (!typed) continue
        const answer = await nameSeries(one, typed.prefix, typed.digits)
        if (answer.ok) {
          names.push(one.kind)
          toast({ title: answer.from ? say.savedFrom(say.kinds[one.kind], formatDay(answer.from)) : say.savedNow(say.kinds[one.kind]), tone: 'success' })
        } else if (answer.code === 'STALE') return { ok: false, message: say.stale, partly: { row: await now(), names: [...names, one.kind] } }
        else {
          const error = answer.code === 'PREFIX_TAKEN' ? say.errors.taken : answer.message
          return { ok: false, errors: { [`${one.kind}.prefix`]: error }, partly: { row: await now(), names } }
        }
      }
      return { ok: true, row: await now() }
    },
  })

  return (
    <>
      <FormPage title={say.title} back={{ to: '/admin/settings', label: say.settings }} form={form}>
        <p className="max-w-[70ch] text-ink-2">{say.intro}</p>
        {form.row.map((series) => (
          <SeriesSection
            key={series.kind}
            series={series}
            typed={form.values[series.kind] ?? named(series)}
            error={form.errors[`${series.kind}.prefix`]}
            onChange={(typed) => form.set({ [series.kind]: typed })}
          />
        ))}
      </FormPage>
      <div className="mt-4 grid gap-4">
        {form.row
          .filter(({ version }) => version > 1)
          .map(({ kind }) => (
            <HistoryPanel key={kind} tables={['serial_series']} rowId={kind} heading={say.historyOf(say.kinds[kind])} />
          ))}
      </div>
    </>
  )
}
