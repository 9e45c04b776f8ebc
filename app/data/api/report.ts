/** What a part of the app reports about itself; `quiet` keeps it to the log, for work that nobody waits for. */
export type Report = { source: string; error: unknown; data?: unknown; quiet?: boolean }

export type Fault = Report | Event

declare global {
  interface Window {
    /** Made by the page's first script (app/diagnostics/keep-errors.ts). */
    faults?: Fault[] & {
      /** whether this visit is diagnosed: '?debug' or '?diagnostics' was in an address */ on: unknown
      add: (fault: Fault) => void
      /** says that the app stands, and what to call when there are faults to take */ up: (tell: () => void) => void
    }
  }
}

/**
 * Hands a failure to the diagnostics, whose code comes with the first of them: it is logged and told in a toast
 * (docs/rules.md#failed-reads). Browser only.
 */
export function report(source: string, error: unknown, more?: Pick<Report, 'data' | 'quiet'>): void {
  window.faults?.add({ source, error, ...more })
}
