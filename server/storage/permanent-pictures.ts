/** Which pictures browsers and CDNs may keep for a year (docs/decisions/0111-addresses-of-pictures.md). */
import { isUuid } from '#gateway/core/uuid.ts'

/** The public buckets of supabase/schemas/70_storage.sql. */
const BUCKETS: ReadonlySet<string> = new Set(['product_images', 'category_images', 'banner_images'])

/** The shop gives each picture a random UUID as its name. Other names were chosen by a person, who may use them for the next picture too. */
export const isPermanentPicture = (bucket: string, key: string): boolean => BUCKETS.has(bucket) && isUuid(key.replace(/\.\w{1,5}$/, ''))
