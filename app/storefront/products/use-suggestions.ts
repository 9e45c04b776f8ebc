import { useEffect, useState } from 'react'
import type { Suggestion } from '../../data/shop/product-suggestions.ts'

const SHOWN = 6
const LETTERS_NEEDED = 2
const PAUSE_MS = 140

/** Suggestions for the typed text, null before the first answer. The client loads with the first letters. The last answer stays until the next one arrives. */
export function useSuggestions(typed: string): Suggestion[] | null {
  const [found, setFound] = useState<{ words: string; products: Suggestion[] }>({ words: '', products: [] })
  const words = typed.trim()
  const wanted = words.length >= LETTERS_NEEDED

  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const pause = setTimeout(() => {
      void Promise.all([import('../../data/api/client.ts'), import('../../data/shop/product-suggestions.ts')])
        .then(([{ publicClient }, { suggestProducts }]) => suggestProducts(publicClient(), words, SHOWN, stop.signal))
        .then((products) => setFound({ words, products }))
        .catch(() => undefined) // typing continues without suggestions; the search itself reports errors
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [words, wanted])

  return wanted && found.words !== '' ? found.products : null
}
