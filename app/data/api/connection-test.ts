import { publicClient } from './client.ts'

export type ConnectionTest = { ok: true; ms: number; products: number } | { ok: false; ms: number; message: string }

/** The connection test: reads id and gst_percent of one product. `ms` is the whole round trip. */
export async function testConnection(): Promise<ConnectionTest> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    const { data, error } = await publicClient().from('products').select('id,gst_percent').limit(1)
    return error ? { ok: false, ms: ms(), message: error.message } : { ok: true, ms: ms(), products: data.length }
  } catch (error) {
    return { ok: false, ms: ms(), message: error instanceof Error ? error.message : String(error) }
  }
}
