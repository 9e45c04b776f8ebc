import '../data/api/report.ts'

/** Once the app has started: the code that shows errors loads when it is needed. Offline it cannot load; the next error tries again. */
export function watchErrors(): void {
  window.pageErrors?.up(() => {
    import('./show-errors.ts').then(
      ({ showErrors }) => showErrors(),
      () => undefined,
    )
  })
}
