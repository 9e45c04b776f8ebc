import { useLayoutEffect, useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Stored on the device and not personal: it stays after sign-out (docs/rules.md#sign-out). */
const KEY = 'shringar-admin-theme'

/** Included in the server's HTML, before anything is painted: otherwise a choice that differs from the device's setting would flash. */
export const THEME_SCRIPT = `try{var t=localStorage['${KEY}'];if(t=='dark'||t=='light')document.documentElement.dataset.theme=t}catch(e){}`

const listeners = new Set<() => void>()

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'dark' || kept === 'light' ? kept : 'system'
  } catch {
    return 'system'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // A device without storage follows its own setting.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read, () => 'system')
}

/** Applies the chosen theme while the back office is open; the storefront has only one theme. */
export function useThemeOnPage(): void {
  const theme = useTheme()
  useLayoutEffect(() => {
    const root = document.documentElement
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }, [theme])
  useLayoutEffect(
    () => () => {
      delete document.documentElement.dataset['theme']
    },
    [],
  )
}
