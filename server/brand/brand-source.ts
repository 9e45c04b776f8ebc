/** Reads logo and settings from the shop's own REST API, in this process. */
import { readSettings } from '#domain/shop/settings.ts'
import type { BrandSource } from './brand-files.ts'

export function brandSourceFrom(fetchInProcess: typeof fetch, publishableKey: string, origin: string): BrandSource {
  const headers = { apikey: publishableKey }
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetchInProcess(`${origin}/rest/v1/${path}`, { headers })
    if (!answer.ok) throw new Error(`Failed to read the brand: ${answer.status}`)
    return answer.json()
  }
  return {
    async settings() {
      const [row] = (await read('settings?select=*')) as Record<string, unknown>[]
      return readSettings(row ?? {})
    },
    async logo(version, small) {
      const bytes = await read(`rpc/logo_file?p_version=${encodeURIComponent(version)}&p_small=${small}`)
      return typeof bytes === 'string' ? Buffer.from(bytes.replace(/^\\x/, ''), 'hex') : null
    },
  }
}
