let reloading = false

/** Replaces `location.reload`, which looks like the router's own reload (app/navigation/missing-code.ts). */
export function reloadPage(): void {
  reloading = true
  window.location.reload()
}

export const isReloading = (): boolean => reloading
