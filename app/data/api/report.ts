/** What a part of the app reports about itself; `quiet` only logs it, for background work. */
export type Report = { source: string; error: unknown; data?: unknown; quiet?: boolean }

/** A report, or an error event of the window. */
export type PageError = Report | Event

declare global {
  interface Window {
    /** Created by the page's first script (app/diagnostics/keep-errors.ts). */
    pageErrors?: PageError[] & {
      /** whether diagnostics are on for this visit: '?debug' or '?diagnostics' was in a URL */ on: unknown
      add: (error: PageError) => void
      /** called once the app has started, with the function that takes new entries */ up: (take: () => void) => void
    }
  }
}

/** Passes a failure to the diagnostics, whose code loads with the first one: it is logged and shown in a toast (docs/rules.md#failed-reads). Browser only. */
export function report(source: string, error: unknown, more?: Pick<Report, 'data' | 'quiet'>): void {
  window.pageErrors?.add({ source, error, ...more })
}
