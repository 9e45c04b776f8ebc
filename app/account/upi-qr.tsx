import { useEffect, useState } from 'react'
import * as say from '#words/order.tsx'

/** The QR code of a UPI link; the library that draws it loads when it is needed. @param size px of each side */
export function UpiQr({ link, size = 192, className = '' }: { link: string; size?: number; className?: string }) {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    async function draw() {
      const { default: QRCode } = await import('qrcode-svg')
      const svg = new QRCode({ content: link, padding: 0, ecl: 'M', join: true, container: 'svg-viewbox', color: '#2a1420', background: '#ffffff' }).svg()
      if (live) setCode(`data:image/svg+xml,${encodeURIComponent(svg)}`)
    }
    // Without the code the reference and the app's button still work; its place stays empty.
    draw().catch(() => undefined)
    return () => {
      live = false
    }
  }, [link])
  if (!code) return <div className={`bone ${className}`} style={{ width: size, height: size }} />
  return <img src={code} alt={say.upiCode} width={size} height={size} className={className} />
}
