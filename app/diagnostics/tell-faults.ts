import '../data/api/report.ts'

/** Once the app stands: what failed is told by code that comes when it is needed. Without a line that code cannot come; the next fault asks again. */
export function tellFaults(): void {
  window.faults?.up(() => {
    import('./faults.ts').then(
      ({ takeFaults }) => takeFaults(),
      () => undefined,
    )
  })
}
