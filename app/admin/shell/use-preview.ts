import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { askPreview } from '../../data/admin/settings/opening.ts'
import { revalidateWithRoot } from '../../data/shop/root-data.ts'
import { useSettings } from '../../data/shop/use-settings.ts'

/** While the shop is closed, its pages show themselves to a browser in which staff are signed in to the back office. */
export function usePreview(): void {
  const { isOpen } = useSettings()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOpen) return
    // The header's categories were read without the preview.
    void askPreview().then((given) => (given ? revalidateWithRoot(revalidate) : undefined))
  }, [isOpen, revalidate])
}
