/** What a part of the app reports about itself; `quiet` only logs it, for background work. */
export type Report = { source: string; error: unknown; data?: unknown; quiet?: boolean }

export type Fault = Report | Event

declare global {
  interface Window {
    /** Created by the page's first script (app/diagnostics/keep-errors.ts). */
    faults?: Fault[] & {
      /** whether diagnostics are on for this visit: '?debug' or '?diagnostics' was in a URL */ on: unknown
      add: (fault: Fault) => void
      /** called once the app has started, with the function that takes new entries */ up: (tell: () => void) => void
    }
  }
}

/** Passes a failure to the diagnostics, whose code loads with the first one: it is logged and shown in a toast (docs/rules.md#failed-reads). Browser only. */
export function report(source: string, error: unknown, more?: Pick<Report, 'data' | 'quiet'>): void {
  window.faults?.add({ source, error, ...more })
}
