/** The shop's own logo, which a server function checks and stores. */
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type LogoVariant = 'light' | 'dark'
export type LogoAnswer = { ok: true; version: number } | { ok: false; code: 'STALE' } | { ok: false; code: 'INVALID'; message: string }

/** @param version of the settings · @param file null: takes the logo away */
export async function setLogo(version: number, variant: LogoVariant, file: File | null): Promise<LogoAnswer> {
  const client = await loadSupabase()
  const image = file === null ? null : await base64Of(file)
  const { data, error } = await client.functions.invoke<{ version: number }>('set-logo', { body: { version, variant, image } })
  if (!error && data) return { ok: true, version: data.version }
  const refused = await refusedAnswer(error)
  const { code, fields } = (refused?.body ?? {}) as { code?: unknown; fields?: { image?: string } }
  if (code === 'STALE') return { ok: false, code }
  if (code === 'INVALID' && fields?.image) return { ok: false, code, message: fields.image }
  throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
}

function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(String(reader.result).replace(/^data:[^,]*,/, '')))
    reader.addEventListener('error', () => failed(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
