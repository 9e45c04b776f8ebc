import type { ShopFunction } from './context.ts'
import { deleteMyAccount } from './delete-my-account/delete-my-account.ts'
import { exportMyData } from './export-my-data/export-my-data.ts'
import { fileComplaint } from './file-complaint/file-complaint.ts'
import { generatePdf } from './generate-pdf/generate-pdf.ts'
import { placeOrder } from './place-order/place-order.ts'
import { reportLog } from './report-log/report-log.ts'

/** Every server function by the name that /functions/v1/{name} calls it. */
export const shopFunctions: Record<string, ShopFunction> = {
  'place-order': placeOrder,
  'generate-pdf': generatePdf,
  'file-complaint': fileComplaint,
  'export-my-data': exportMyData,
  'delete-my-account': deleteMyAccount,
  'report-log': reportLog,
}
