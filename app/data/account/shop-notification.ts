import type { SelectedRow } from '#supabase/database.ts'

export const COLUMNS = 'id,title,message,type,read,order_id,product_id,created_at'
export type ShopNotification = SelectedRow<'notifications', typeof COLUMNS>
