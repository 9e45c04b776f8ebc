/** A State or Union Territory with its GST code (first two digits of a GSTIN) and the short form used in addresses. */
export type State = {
  code: string
  short: string
  name: string
  /** A Union Territory without a legislature: its own half of the tax is UTGST, not SGST. */
  union: boolean
}

const state = (code: string, short: string, name: string): State => ({ code, short, name, union: false })
const unionTerritory = (code: string, short: string, name: string): State => ({ code, short, name, union: true })

/** Delhi, Puducherry and Jammu & Kashmir have legislatures and levy SGST; the six marked ones do not. */
export const STATES: readonly State[] = [
  state('01', 'JK', 'Jammu and Kashmir'),
  state('02', 'HP', 'Himachal Pradesh'),
  state('03', 'PB', 'Punjab'),
  unionTerritory('04', 'CH', 'Chandigarh'),
  state('05', 'UK', 'Uttarakhand'),
  state('06', 'HR', 'Haryana'),
  state('07', 'DL', 'Delhi'),
  state('08', 'RJ', 'Rajasthan'),
  state('09', 'UP', 'Uttar Pradesh'),
  state('10', 'BR', 'Bihar'),
  state('11', 'SK', 'Sikkim'),
  state('12', 'AR', 'Arunachal Pradesh'),
  state('13', 'NL', 'Nagaland'),
  state('14', 'MN', 'Manipur'),
  state('15', 'MZ', 'Mizoram'),
  state('16', 'TR', 'Tripura'),
  state('17', 'ML', 'Meghalaya'),
  state('18', 'AS', 'Assam'),
  state('19', 'WB', 'West Bengal'),
  state('20', 'JH', 'Jharkhand'),
  state('21', 'OD', 'Odisha'),
  state('22', 'CG', 'Chhattisgarh'),
  state('23', 'MP', 'Madhya Pradesh'),
  state('24', 'GJ', 'Gujarat'),
  unionTerritory('26', 'DNHDD', 'Dadra and Nagar Haveli and Daman and Diu'),
  state('27', 'MH', 'Maharashtra'),
  state('29', 'KA', 'Karnataka'),
  state('30', 'GA', 'Goa'),
  unionTerritory('31', 'LD', 'Lakshadweep'),
  state('32', 'KL', 'Kerala'),
  state('33', 'TN', 'Tamil Nadu'),
  state('34', 'PY', 'Puducherry'),
  unionTerritory('35', 'AN', 'Andaman and Nicobar Islands'),
  state('36', 'TS', 'Telangana'),
  state('37', 'AP', 'Andhra Pradesh'),
  unionTerritory('38', 'LA', 'Ladakh'),
  unionTerritory('97', 'OT', 'Other Territory'),
]

/** Names people still write. */
const FORMER_NAMES: Record<string, string> = {
  orissa: '21',
  pondicherry: '34',
  uttaranchal: '05',
  newdelhi: '07',
  nctofdelhi: '07',
  jammukashmir: '01',
  andamannicobar: '35',
  andamannicobarislands: '35',
  dadranagarhavelidamandiu: '26',
  dadraandnagarhaveli: '26',
  damananddiu: '26',
}

const byCode = new Map(STATES.map((entry) => [entry.code, entry]))
const byName = new Map([
  ...STATES.flatMap((entry) => [
    [nameKey(entry.name), entry] as const,
    [nameKey(entry.short), entry] as const,
  ]),
  ...Object.entries(FORMER_NAMES).flatMap(([name, code]) => {
    const entry = byCode.get(code)
    return entry ? [[name, entry] as const] : []
  }),
])

/** The State of a two-digit GST code. */
export function stateByCode(code: string): State | null {
  return byCode.get(code) ?? null
}

/** The State meant by a name or short form, whatever its case, spaces and '&'. */
export function stateByName(text: string): State | null {
  return byName.get(nameKey(text)) ?? null
}

/** By code ('27'), name ('maharashtra') or short form ('MH'). */
export function findState(text: string): State | null {
  return stateByCode(text.trim()) ?? stateByName(text)
}

function nameKey(text: string): string {
  return text.toLowerCase().replaceAll('&', 'and').replace(/[^a-z]/g, '')
}

/**
 * First digits of a PIN code → States. India Post's regions cross borders (Mahe lies among Kerala's numbers, Chandigarh
 * shares 16 with Punjab), so this suggests and warns and never blocks. The longest prefix counts; 9 is the army's.
 */
const PINCODES: Record<string, string> = {
  11: '07', 12: '06', 13: '06', 14: '03', 15: '03', 16: '04 03', 17: '02', 18: '01', 19: '01', 194: '38',
  20: '09', 21: '09', 22: '09', 23: '09', 24: '09', 244: '09 05', 246: '05 09', 247: '09 05', 248: '05', 249: '05',
  25: '09', 26: '09', 262: '09 05', 263: '05', 27: '09', 28: '09',
  30: '08', 31: '08', 32: '08', 33: '08', 34: '08',
  36: '24', 362: '24 26', 37: '24', 38: '24', 39: '24', 396: '24 26',
  40: '27', 403: '30', 41: '27', 42: '27', 43: '27', 44: '27', 45: '23', 46: '23', 47: '23', 48: '23', 49: '22',
  50: '36', 507: '36 37', 51: '37', 52: '37', 53: '37', 533: '37 34', 56: '29', 57: '29', 58: '29', 59: '29',
  60: '33', 605: '34 33', 607: '33 34', 609: '33 34', 61: '33', 62: '33', 63: '33', 64: '33',
  67: '32', 673: '32 34', 68: '32', 682: '32 31', 69: '32',
  70: '19', 71: '19', 72: '19', 73: '19', 737: '11', 74: '19', 744: '35', 75: '21', 76: '21', 77: '21', 78: '18',
  790: '12', 791: '12', 792: '12', 793: '17', 794: '17', 795: '14', 796: '15', 797: '13', 798: '13', 799: '16',
  80: '10', 81: '10 20', 814: '20 10', 815: '20', 816: '20', 82: '20 10', 823: '10', 824: '10', 825: '20', 826: '20', 827: '20', 828: '20', 829: '20',
  83: '20', 84: '10', 85: '10',
}

/** GST codes of the States a PIN code may lie in, the likeliest first; empty when unknown. Three digits suffice. */
export function stateOfPincode(pincode: string): string[] {
  return (PINCODES[pincode.slice(0, 3)] ?? PINCODES[pincode.slice(0, 2)] ?? '').split(' ').filter((code) => code !== '')
}
