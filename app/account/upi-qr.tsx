import * as say from '#words/order.tsx'
import { QrCode } from './qr-code.tsx'

/** The QR code of a UPI link. @param size px of each side */
export function UpiQr({ link, size, className }: { link: string; size?: number; className?: string }) {
  return <QrCode content={link} alt={say.upiCode} {...(size === undefined ? {} : { size })} {...(className === undefined ? {} : { className })} />
}
