import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#domain/dates.ts'
import { checkSeries } from '#domain/serials.ts'
import * as say from '#words/admin-serials.ts'
import { fetchSeries, nameSeries } from '../../../data/admin-serials.ts'
import type { Series } from '../../../data/admin-serials.ts'
import { queryClient } from '../../../data/queries.ts'
import { serverMessage } from '../../../data/server-message.ts'
import { PanelBones } from '../../../ui/bones.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import type { FieldErrors } from '../../../ui/form-alert.tsx'
import { toast } from '../../../ui/toast.ts'
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
            <PanelBones lines={9} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}

/** As typed, by kind. */
type Draft = Record<string, { prefix: string; digits: number }>

/** What a series is to be called: the name that waits, where one does. */
const named = ({ prefix, digits, next_prefix, next_digits }: Series) => ({ prefix: next_prefix ?? prefix, digits: next_digits ?? digits })
const draftOf = (series: readonly Series[]): Draft => Object.fromEntries(series.map((one) => [one.kind, named(one)]))

function NumbersForm({ read }: { read: Series[] }) {
  const [base, setBase] = useState(read)
  const [draft, setDraft] = useState(() => draftOf(read))
  const [saving, setSaving] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })
  const changed = base.filter((one) => {
    const typed = draft[one.kind]
    return typed !== undefined && (typed.prefix !== named(one).prefix || typed.digits !== named(one).digits)
  })

  function refuse(message: string | null, fields: FieldErrors = {}) {
    setErrors(fields)
    setFailure(({ attempt }) => ({ message, attempt: attempt + 1 }))
  }

  /** Reads what stands there now; what was typed and is not saved yet stays, but for what `without` names. */
  async function readAgain(without: readonly string[]) {
    const now = await queryClient.fetchQuery({ queryKey: KEY, queryFn: fetchSeries, staleTime: 0 })
    setBase(now)
    setDraft((before) => ({ ...draftOf(now), ...Object.fromEntries(Object.entries(before).filter(([kind]) => !without.includes(kind))) }))
    await queryClient.invalidateQueries({ queryKey: ['row-history'] })
  }

  async function save() {
    const wrong: FieldErrors = {}
    for (const { kind } of changed) {
      const typed = draft[kind]
      const fault = typed && checkSeries(typed.prefix, typed.digits)
      if (fault) wrong[`${kind}.prefix`] = say.faults[fault]
    }
    if (Object.keys(wrong).length > 0) return refuse(null, wrong)
    setErrors({})
    setSaving(true)
    const done: string[] = []
    try {
      for (const one of changed) {
        const { prefix, digits } = draft[one.kind] ?? named(one)
        const answer = await nameSeries(one, prefix, digits)
        if (!answer.ok) {
          await readAgain(answer.code === 'STALE' ? [...done, one.kind] : done)
          const [message, fields] =
            answer.code === 'STALE' ? [say.stale, {}] : [null, { [`${one.kind}.prefix`]: answer.code === 'PREFIX_TAKEN' ? say.faults.taken : answer.message }]
          return refuse(message, fields)
        }
        done.push(one.kind)
        toast({ title: answer.from ? say.savedFrom(say.kinds[one.kind], formatDay(answer.from)) : say.savedNow(say.kinds[one.kind]), tone: 'success' })
      }
      await readAgain(done)
    } catch (error) {
      refuse(serverMessage(error, say.notSaved))
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <FormPage
        title={say.title}
        back={{ to: '/admin/settings', label: say.settings }}
        changes={changed.length}
        saving={saving}
        failure={{ ...failure, fields: errors }}
        onSave={() => void save()}
        onDiscard={() => {
          setDraft(draftOf(base))
          setErrors({})
        }}
      >
        <p className="max-w-[70ch] text-ink-2">{say.intro}</p>
        {base.map((series) => (
          <SeriesSection
            key={series.kind}
            series={series}
            typed={draft[series.kind] ?? named(series)}
            error={errors[`${series.kind}.prefix`]}
            onChange={(typed) => {
              setDraft((before) => ({ ...before, [series.kind]: typed }))
              setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== `${series.kind}.prefix`)))
            }}
          />
        ))}
      </FormPage>
      <div className="mt-4 grid gap-4">
        {base
          .filter(({ version }) => version > 1)
          .map(({ kind }) => (
            <HistoryPanel key={kind} tables={['serial_series']} rowId={kind} heading={say.historyOf(say.kinds[kind])} />
          ))}
      </div>
    </>
  )
}
