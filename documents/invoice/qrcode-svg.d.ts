declare module 'qrcode-svg' {
  type Options = {
    content: string
    padding?: number
    ecl?: 'L' | 'M' | 'Q' | 'H'
    join?: boolean
    pretty?: boolean
    xmlDeclaration?: boolean
    container?: 'svg' | 'svg-viewbox' | 'g' | 'none'
    color?: string
    background?: string
  }
  export default class QRCode {
    constructor(options: Options)
    svg(): string
  }
}
