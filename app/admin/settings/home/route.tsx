import { useQuery } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { shortRupees } from '#domain/money/short-rupees.ts'
import { HOME_TEXTS } from '#domain/shop/home.ts'
import type { HomeText } from '#domain/shop/home.ts'
import * as say from '#words/admin-home.ts'
import * as home from '#words/home.tsx'
import { aboutTheShop } from '#words/shell.tsx'
import { fetchSettingsRow, saveSettings, StaleSettings } from '../../../data/admin/settings/settings.ts'
import type { SettingsRow } from '../../../data/admin/settings/settings.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { revalidateWithRoot } from '../../../data/shop/root-data.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { Field, TextAreaField } from '../../../ui/form/field.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { checkDraft, columnsOf, draftOf } from './home-draft.ts'
import type { HomeDraft } from './home-draft.ts'
import { SectionList } from './section-list.tsx'

const KEY = ['admin-settings']

export default function HomeSettings() {
  const row = useQuery({ queryKey: KEY, queryFn: fetchSettingsRow, staleTime: 0 })
  return (
    <SettingsFrame>
      {row.data ? (
        <HomeForm read={row.data} />
      ) : (
        <>
          <PageHead title={say.title} />
          {row.error ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={row.error} onRetry={() => void row.refetch()} />
          ) : (
            <PanelSkeleton lines={12} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}

/** The shop's own texts, shown where the owner has none. */
function useOwnTexts(): Record<HomeText, string> {
  const { storeName, city, foundedYear, freeDeliveryFrom, deliveryCharge } = useSettings()
  const free = shortRupees(freeDeliveryFrom)
  return {
    heroTitle: home.headline,
    heroText: home.headlineText,
    categoriesTitle: home.featuredCategories,
    productsTitle: home.featuredProducts,
    whyTitle: home.whyChoose(storeName),
    whyText: home.tradingHouse(city),
    qualityTitle: home.qualityTitle,
    qualityText: home.qualityText(foundedYear),
    pricingTitle: home.pricingTitle,
    pricingText: home.pricingText(undefined),
    deliveryTitle: home.deliveryTitle(free),
    deliveryText: home.deliveryText(free, shortRupees(deliveryCharge)),
    supportTitle: home.supportTitle,
    supportText: home.supportText,
    accountTitle: home.openAccountPlain,
    accountText: home.openAccountText,
  }
}

const HERO = ['heroTitle', 'heroText'] as const
const OTHERS = (Object.keys(HOME_TEXTS) as HomeText[]).filter((name) => !name.startsWith('hero'))

function HomeForm({ read }: { read: SettingsRow }) {
  const { revalidate } = useRevalidator()
  const own = useOwnTexts()
  const { foundedYear } = useSettings()
  const form = useEditForm<SettingsRow, HomeDraft>({
    row: read,
    valuesOf: draftOf,
    check: checkDraft,
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: (row) => queryClient.setQueryData(KEY, row),
    async save({ values, changes, row }) {
      if (Object.keys(changes).length === 0) return null
      try {
        const saved = await saveSettings(row.version, columnsOf(values))
        void revalidateWithRoot(revalidate)
        toast({ title: say.saved, description: say.savedText, tone: 'success' })
        return { ok: true, row: saved }
      } catch (error) {
        if (error instanceof StaleSettings) return { ok: false, stale: { row: error.row, by: null } }
        throw error
      }
    },
  })
  const { values, errors } = form
  const bind = (name: Exclude<keyof HomeDraft, 'sections'>) => ({
    label: say.labels[name],
    name,
    optional: true,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  const textField = (name: HomeText) =>
    HOME_TEXTS[name] > 120 ? (
      <TextAreaField key={name} {...bind(name)} rows={2} maxLength={HOME_TEXTS[name]} placeholder={own[name]} />
    ) : (
      <Field key={name} {...bind(name)} maxLength={HOME_TEXTS[name]} placeholder={own[name]} autoComplete="off" />
    )
  return (
    <FormPage
      title={say.title}
      back={{ to: '/admin/settings', label: say.settings }}
      actions={
        <a href="/" target="_blank" rel="noreferrer" className="ctl">
          {say.see}
        </a>
      }
      form={form}
      notice={form.stale ? <StaleEdit of={form} conflicts={conflictsOf(form.before, form.stale.values, form.changes, say.labels)} /> : null}
    >
      <p className="max-w-[70ch] text-ink-2">{say.intro}</p>
      <FormSection title={say.announcement} hint={say.announcementHint}>
        <Field {...bind('announcement')} maxLength={160} autoComplete="off" />
        <Field {...bind('announcement_link')} maxLength={500} autoComplete="off" spellCheck={false} hint={say.linkHint} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...bind('announcement_from')} type="datetime-local" hint={say.timesHint} />
          <Field {...bind('announcement_until')} type="datetime-local" />
        </div>
        {values.announcement.trim() === '' ? null : (
          <div>
            <p className="mb-1 font-[550]">{say.preview}</p>
            <p className="typed rounded-sm bg-[#fdf0d3] px-4 py-2 text-center text-sm text-[#2a1420]">{values.announcement}</p>
          </div>
        )}
      </FormSection>
      <FormSection title={say.sections} hint={say.sectionsHint}>
        <SectionList places={values.sections} onChange={(sections) => form.set({ sections })} />
      </FormSection>
      <FormSection title={say.hero} hint={say.heroHint}>
        {HERO.map(textField)}
      </FormSection>
      <FormSection title={say.texts}>
        <div className="grid items-start gap-4 md:grid-cols-2">{OTHERS.map(textField)}</div>
      </FormSection>
      <FormSection title={say.footer}>
        <TextAreaField {...bind('footer_text')} rows={2} maxLength={300} placeholder={aboutTheShop(foundedYear)} />
      </FormSection>
    </FormPage>
  )
}
