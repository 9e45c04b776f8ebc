/** The portal's unit quantity codes (UQC) that a shop may need. */
const CODES = new Set(
  (
    'BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME MLT MTR MTS NOS OTH PAC PCS PRS QTL ROL SET SQF SQM SQY ' +
    'TBS TGM THD TON TUB UGS UNT YDS'
  ).split(' '),
)

const NAMES: Record<string, string> = {
  NO: 'NOS',
  NUMBER: 'NOS',
  NUMBERS: 'NOS',
  PC: 'PCS',
  PIECE: 'PCS',
  PIECES: 'PCS',
  PACK: 'PAC',
  PACKS: 'PAC',
  PKT: 'PAC',
  PACKET: 'PAC',
  SETS: 'SET',
  BOTTLE: 'BTL',
  BOTTLES: 'BTL',
  TUBE: 'TUB',
  TUBES: 'TUB',
  JAR: 'BTL',
  DOZEN: 'DOZ',
  PAIR: 'PRS',
  PAIRS: 'PRS',
  KG: 'KGS',
  G: 'GMS',
  GM: 'GMS',
  GRAM: 'GMS',
  ML: 'MLT',
  BOXES: 'BOX',
  CARTON: 'CTN',
  UNIT: 'UNT',
  UNITS: 'UNT',
}

/** The portal's code for a product's unit: 'pcs' → 'PCS', 'Pack' → 'PAC', none → 'NOS', unknown → 'OTH'. */
export function unitCode(unit: string | null): string {
  const text = (unit ?? '').trim().toUpperCase().replace(/\.$/, '')
  if (text === '') return 'NOS'
  return CODES.has(text) ? text : (NAMES[text] ?? 'OTH')
}
