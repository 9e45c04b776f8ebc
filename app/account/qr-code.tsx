import { useEffect, useState } from 'react'

type QrCodeProps = {
  content: string
  /** 'L' for long texts, whose code would be too fine otherwise */ ecl?: 'L' | 'M'
  alt: string
  size?: number
  className?: string
}

/** A QR code; the library that draws it loads when it is needed. @param size px of each side */
export function QrCode({ content, ecl = 'M', alt, size = 192, className = '' }: QrCodeProps) {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    async function draw() {
      const { default: QRCode } = await import('qrcode-svg')
      const svg = new QRCode({ content, padding: 0, ecl, join: true, container: 'svg-viewbox', color: '#2a1420', background: '#ffffff' }).svg()
      if (live) setCode(`data:image/svg+xml,${encodeURIComponent(svg)}`)
    }
    // Without the code the texts beside it still say the same; its place stays empty.
    draw().catch(() => undefined)
    return () => {
      live = false
    }
  }, [content, ecl])
  if (!code) return <div className={`bone ${className}`} style={{ width: size, height: size }} />
  return <img src={code} alt={alt} width={size} height={size} className={className} />
}
