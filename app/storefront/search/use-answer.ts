import { useEffect, useState } from 'react'
import { useLate } from '../../ui/hooks/use-late.ts'
import type { Suggestion } from '../../data/shop/product-suggestions.ts'

export type Answer = { words: string; products: Suggestion[]; /** how many products the listing would find */ total: number; /** at least */ more: boolean }

const SHOWN = 6
const LETTERS_NEEDED = 2
const PAUSE_MS = 140
const LATE_MS = 250
const MOST_KEPT = 40

/** Answers of this visit: a letter typed and removed asks nothing. */
const kept = new Map<string, Answer>()

async function ask(words: string, signal: AbortSignal): Promise<Answer> {
  const [{ publicClient }, { countMatches, suggestProducts }] = await Promise.all([
    import('../../data/api/client.ts'),
    import('../../data/shop/product-suggestions.ts'),
  ])
  const [products, counted] = await Promise.all([suggestProducts(publicClient(), words, SHOWN, signal), countMatches(publicClient(), words, signal)])
  const answer = { words, products, ...counted }
  kept.set(words, answer)
  if (kept.size > MOST_KEPT) kept.delete([...kept.keys()][0] ?? '')
  return answer
}

/**
 * What the shop suggests for the typed words: asked after a pause, cancelled by the next letter. The last answer stays until the next
 * one arrives; null before the first, and for fewer than two letters.
 */
export function useAnswer(words: string): { wanted: boolean; answer: Answer | null; late: boolean; failed: boolean } {
  const [latest, setLatest] = useState<Answer | null>(null)
  const [failedFor, setFailedFor] = useState<string | null>(null)
  const wanted = words.length >= LETTERS_NEEDED
  const known = kept.get(words)

  useEffect(() => {
    if (!wanted || known) return
    const stop = new AbortController()
    const pause = setTimeout(() => {
      void ask(words, stop.signal)
        .then((answer) => setLatest(answer))
        .catch(() => {
          if (!stop.signal.aborted) setFailedFor(words)
        })
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [words, wanted, known])

  const answer = wanted ? (known ?? latest) : null
  const failed = wanted && !known && failedFor === words
  const late = useLate(wanted && answer === null && !failed, LATE_MS)
  return { wanted, answer: failed ? null : answer, late, failed }
}
