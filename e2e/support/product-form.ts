/** Shared parts of the product form's tests. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { serviceClient } from './customers.ts'
import { shopKeys } from './current-shop.ts'

export const service = () => serviceClient(shopKeys())
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
export const product = async (id: string) => {
  const columns = '*, product_images(image_url, alt, display_order, thumbhash)'
  return (await service().from('products').select(columns).eq('id', id).single().throwOnError()).data
}
export const picture = (name: string, background: string, width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/png', buffer }))
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
