import { useQuery } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { readLogo } from '#domain/shop/brand.ts'
import { iconAddress } from '#domain/shop/icons.ts'
import type { Colours } from '#domain/shop/palette.ts'
import * as say from '#words/admin-brand.ts'
import { setLogo } from '../../../data/admin/settings/brand.ts'
import type { LogoVariant } from '../../../data/admin/settings/brand.ts'
import { fetchSettingsRow, saveSettings, StaleSettings } from '../../../data/admin/settings/settings.ts'
import type { SettingsRow } from '../../../data/admin/settings/settings.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { revalidateWithRoot } from '../../../data/shop/root-data.ts'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import type { EditOutcome } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColourField, colourProblem } from './colour-field.tsx'
import { LogoField } from './logo-field.tsx'
import type { LogoChange } from './logo-field.tsx'

const KEY = ['admin-settings']
const VARIANTS = ['light', 'dark'] as const satisfies readonly LogoVariant[]

type Draft = Record<LogoVariant, LogoChange> & Colours

export default function BrandSettings() {
  const row = useQuery({ queryKey: KEY, queryFn: fetchSettingsRow, staleTime: 0 })
  return (
    <SettingsFrame>
      {row.data ? (
        <BrandForm read={row.data} />
      ) : (
        <>
          <PageHead title={say.title} />
          {row.error ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={row.error} onRetry={() => void row.refetch()} />
          ) : (
            <PanelSkeleton lines={8} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}

function BrandForm({ read }: { read: SettingsRow }) {
  const { revalidate } = useRevalidator()
  const form = useEditForm<SettingsRow, Draft>({
    row: read,
    valuesOf: ({ accent, second_colour: second }) => ({ light: 'keep', dark: 'keep', accent, second }),
    check({ light, dark, accent, second }): Record<string, string> {
      const none = light === null || (light === 'keep' && read.logo === null)
      const wrong = { dark: none && dark instanceof File ? say.lightFirst : null, accent: colourProblem(accent), second: colourProblem(second) }
      return Object.fromEntries(Object.entries(wrong).filter((entry): entry is [string, string] => entry[1] !== null))
    },
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: (row) => queryClient.setQueryData(KEY, row),
    async save({ values, changes, row }) {
      const saved = await saveBrand(row, values, 'accent' in changes || 'second' in changes)
      if (saved?.ok) {
        void revalidateWithRoot(revalidate)
        toast({ title: say.saved, description: say.savedText, tone: 'success' })
      }
      return saved
    },
  })
  const [light, dark] = [readLogo(form.row.logo), readLogo(form.row.logo_dark)]
  const icon = iconAddress({ storeName: form.row.store_name, logo: light, logoDark: dark, accent: form.row.accent }, 'icon-192')
  return (
    <FormPage
      title={say.title}
      back={{ to: '/admin/settings', label: say.settings }}
      form={form}
      notice={
        form.stale ? (
          <StaleEdit of={form} conflicts={conflictsOf(colourPart(form.before), colourPart(form.stale.values), colourPart(form.changes), say.labels)} />
        ) : null
      }
    >
      <p className="max-w-[70ch] text-ink-2">{say.intro}</p>
      <FormSection title={say.logo}>
        <LogoField
          label={say.light}
          name="light"
          hint={say.lightHint}
          ground="light"
          current={light}
          chosen={form.values.light}
          error={form.errors['light']}
          onChoose={(change) => form.set({ light: change })}
        />
        <LogoField
          label={say.dark}
          name="dark"
          hint={say.darkHint}
          ground="dark"
          current={dark}
          chosen={form.values.dark}
          error={form.errors['dark']}
          onChoose={(change) => form.set({ dark: change })}
        />
      </FormSection>
      <FormSection title={say.colours} hint={say.coloursHint}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <ColourField
            label={say.accent}
            name="accent"
            hint={say.accentHint}
            value={form.values.accent}
            fallback="#74234f"
            error={form.errors['accent']}
            onChoose={(accent) => form.set({ accent })}
          />
          <ColourField
            label={say.second}
            name="second"
            hint={say.secondHint}
            value={form.values.second}
            fallback="#a82c4b"
            error={form.errors['second']}
            onChoose={(second) => form.set({ second })}
          />
        </div>
      </FormSection>
      <FormSection title={say.now} hint={say.nowHint}>
        <BrandPreview storeName={form.row.store_name} logo={light} icon={icon} colours={form.values} />
      </FormSection>
    </FormPage>
  )
}

/** What two people may have changed to different values; a logo is a file, which a table of values does not show. */
const colourPart = (values: Partial<Draft>): Partial<Colours> => ({
  ...('accent' in values ? { accent: values.accent } : {}),
  ...('second' in values ? { second: values.second } : {}),
})

/** One logo after the other, then the colours, each a version of the settings; what was saved before a refusal stays saved. */
async function saveBrand(row: SettingsRow, draft: Draft, coloured: boolean): Promise<EditOutcome<SettingsRow, Draft>> {
  let { version } = row
  const done: LogoVariant[] = []
  // The logo for dark grounds is removed with the other one, which it only replaces.
  const wanted: Draft = draft.light === null && row.logo_dark !== null ? { ...draft, dark: null } : draft
  for (const variant of VARIANTS) {
    const change = wanted[variant]
    if (change === 'keep') continue
    const answer = await setLogo(version, variant, change)
    if (answer.ok) {
      version = answer.version
      done.push(variant)
    } else if (answer.code === 'STALE') {
      return { ok: false, stale: { row: await fetchSettingsRow(), by: null } }
    } else {
      return { ok: false, errors: { [variant]: answer.message }, ...(done.length > 0 ? { partly: { row: await fetchSettingsRow(), names: done } } : {}) }
    }
  }
  try {
    if (coloured) return { ok: true, row: await saveSettings(version, { accent: draft.accent, second_colour: draft.second }), sent: draft }
  } catch (error) {
    if (error instanceof StaleSettings) return { ok: false, stale: { row: error.row, by: null } }
    throw error
  }
  return done.length === 0 ? null : { ok: true, row: await fetchSettingsRow(), sent: draft }
}
