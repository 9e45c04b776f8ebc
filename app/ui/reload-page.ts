let reloading = false

/** Instead of `location.reload`, which looks like the reload of the router (app/navigation/missing-code.ts). */
export function reloadPage(): void {
  reloading = true
  window.location.reload()
}

export const isReloading = (): boolean => reloading
