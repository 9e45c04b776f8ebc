/** A State or Union Territory with its GST code (the first two digits of a GSTIN) and its short form in addresses. */
export type State = {
  code: string
  short: string
  name: string
  /** A Union Territory without a legislature: its half of the tax is UTGST instead of SGST. */
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

/** Former names that people still use. */
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
  ...STATES.flatMap((entry) => [[nameKey(entry.name), entry] as const, [nameKey(entry.short), entry] as const]),
  ...Object.entries(FORMER_NAMES).flatMap(([name, code]) => {
    const entry = byCode.get(code)
    return entry ? [[name, entry] as const] : []
  }),
])

/** The State of a two-digit GST code. */
export function stateByCode(code: string): State | null {
  return byCode.get(code) ?? null
}

/** The State with this name or short form, regardless of case, spaces and '&'. */
export function stateByName(text: string): State | null {
  return byName.get(nameKey(text)) ?? null
}

/** By code ('27'), name ('maharashtra') or short form ('MH'). */
export function findState(text: string): State | null {
  return stateByCode(text.trim()) ?? stateByName(text)
}

function nameKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')
}
