/** Uploads the matched pictures of an archive, pauses while the shop does not answer, and adds none twice. */
import type { NamedPicture } from '#domain/product-import/picture-names.ts'
import type { ZipPictureOutcome } from '#supabase/results/products.ts'
import { addZipPicture } from '../../../../data/admin/products/zip-pictures.ts'
import type { ZipPicture } from '../../../../data/admin/products/zip-pictures.ts'
import { removeProductFiles, uploadPicture } from '../../../../data/admin/products/product-picture-files.ts'
import { readPicture } from '../../edit/picture-file.ts'
import { unpackPictures } from './read-zip.ts'

/** `failed`: what could not be added, with the reason as a code or a sentence. */
export type ZipState = {
  status: 'running' | 'paused' | 'stopped' | 'done'
  done: number
  total: number
  added: number
  known: number
  failed: { path: string; reason: string }[]
}
export type ZipRun = { state: () => ZipState; subscribe: (listener: () => void) => () => void; resume: () => void; stop: () => void; ended: Promise<ZipState> }

/** Uploads at once: as in the form of a product. */
const AT_ONCE = 3

/** @param run the id of the import that the pictures belong to */
export function startZip(file: Blob, pictures: readonly NamedPicture[], run: string): ZipRun {
  const listeners = new Set<() => void>()
  const stopped = new AbortController()
  const named = new Map(pictures.map((picture) => [picture.path, picture]))
  let state: ZipState = { status: 'running', done: 0, total: pictures.length, added: 0, known: 0, failed: [] }
  let waiting: (() => void)[] = []
  const set = (next: Partial<ZipState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const wake = (): void => {
    for (const go of waiting.splice(0)) go()
  }

  /** Repeats what failed because the shop did not answer; after a pause it goes on by itself or when asked. */
  async function again<Answer>(once: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      stopped.signal.throwIfAborted()
      try {
        return await once()
      } catch (error) {
        stopped.signal.throwIfAborted()
        if (!(error instanceof TypeError)) throw error
        set({ status: 'paused' })
        await new Promise<void>((go) => waiting.push(go))
      }
    }
  }

  async function add(picture: NamedPicture, bytes: Uint8Array | null): Promise<void> {
    const fail = (reason: string): void => set({ done: state.done + 1, failed: [...state.failed, { path: picture.path, reason }] })
    if (bytes === null) return fail('UNREADABLE')
    const read = await readPicture(new File([new Uint8Array(bytes)], picture.path.split('/').at(-1) ?? ''))
    if (!read.ok) return fail(read.text)
    const hash = await hashOf(bytes)
    const one = { sku: picture.sku, place: Math.min(picture.place, 12), hash }
    const outcome = await send(one, read.picture, read.thumbhash).catch((error: unknown) => {
      stopped.signal.throwIfAborted()
      return { refused: error instanceof Error ? error.message : '' }
    })
    if (typeof outcome === 'object') return fail(outcome.refused || 'REFUSED')
    if (outcome === 'FULL' || outcome === 'GONE') return fail(outcome)
    set({ done: state.done + 1, added: state.added + (outcome === 'KEPT' ? 1 : 0), known: state.known + (outcome === 'KNOWN' ? 1 : 0) })
  }

  /** Asks before the upload whether it is worth it. */
  async function send(one: Pick<ZipPicture, 'sku' | 'place' | 'hash'>, picture: Blob, thumbhash: string): Promise<ZipPictureOutcome> {
    const worth = await again(() => addZipPicture(run, { ...one, path: null, thumbhash: null }))
    if (worth !== 'KEPT') return worth
    const path = await again(() => uploadPicture(picture, () => undefined))
    const outcome = await again(() => addZipPicture(run, { ...one, path, thumbhash }))
    if (outcome !== 'KEPT') await removeProductFiles([path])
    return outcome
  }

  async function work(): Promise<ZipState> {
    const running = new Set<Promise<void>>()
    let broken: unknown = null
    try {
      await unpackPictures(
        file,
        new Set(named.keys()),
        async ({ path, bytes }) => {
          const picture = named.get(path)
          if (picture === undefined) return
          named.delete(path)
          const one = add(picture, bytes).catch((error: unknown) => void (broken ??= error))
          running.add(one)
          void one.finally(() => running.delete(one))
          if (running.size >= AT_ONCE) await Promise.race(running)
        },
        () => undefined,
        stopped.signal,
      )
      await Promise.all(running)
    } catch (error) {
      broken ??= error
    }
    if (broken !== null && !stopped.signal.aborted) {
      // The file can no longer be read, for example because it was moved.
      set({ failed: [...state.failed, ...[...named.keys()].map((path) => ({ path, reason: 'UNREADABLE' }))] })
    }
    set({ status: stopped.signal.aborted ? 'stopped' : 'done' })
    return state
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume() {
      if (state.status !== 'paused') return
      set({ status: 'running' })
      wake()
    },
    stop() {
      stopped.abort()
      wake()
    },
    ended: work(),
  }
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
