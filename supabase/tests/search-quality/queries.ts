/**
 * What people type, and what they mean: a product is right if its name has, of each word, one of the spellings that `|` divides. Four kinds of
 * fifty: Hindi script, Hindi in Latin letters, Hindi words for English names, and slips.
 */
type Queries = Readonly<Record<string, string>>

const script: Queries = {
  काजल: 'kajal', शैम्पू: 'shampoo', शैंपू: 'shampoo', लिपस्टिक: 'lipstick', मेहंदी: 'mehndi|henna', मेहँदी: 'mehndi|henna', कंडीशनर: 'conditioner',
  परफ्यूम: 'perfume', 'मुल्तानी मिट्टी': 'multani', 'नेल पॉलिश': 'nail polish', 'फेस वॉश': 'face wash', 'फेस पैक': 'face pack', क्रीम: 'cream',
  मस्कारा: 'mascara', आईलाइनर: 'eyeliner', साबुन: 'soap', सिंदूर: 'sindoor', कुमकुम: 'kumkum', 'एलोवेरा जेल': 'aloe', सीरम: 'serum', सनस्क्रीन: 'sunscreen',
  ब्लश: 'blush', बिंदी: 'bindi', हल्दी: 'haldi|turmeric', चंदन: 'chandan|sandalwood', 'गुलाब जल': 'gulab|rose jal', उबटन: 'ubtan', आंवला: 'amla',
  भृंगराज: 'bhringraj', नीम: 'neem', तुलसी: 'tulsi', केसर: 'kesar|saffron', बादाम: 'badam|almond', 'नारियल तेल': 'nariyal|coconut tel|oil',
  'सरसों का तेल': 'sarson|mustard tel|oil', शिकाकाई: 'shikakai', रीठा: 'reetha', मेथी: 'methi|fenugreek', 'हेयर ऑयल': 'hair oil', 'बालों का तेल': 'hair oil',
  फाउंडेशन: 'foundation', कंसीलर: 'concealer', प्राइमर: 'primer', 'लिप बाम': 'lip balm', टोनर: 'toner', स्क्रब: 'scrub', लोशन: 'lotion', पाउडर: 'powder',
  टूथपेस्ट: 'toothpaste', इत्र: 'attar|perfume|parfum',
} // prettier-ignore

const spelled: Queries = {
  kaajal: 'kajal', kajel: 'kajal', kaajol: 'kajal', mehendi: 'mehndi|henna', mehandi: 'mehndi|henna', menhdi: 'mehndi|henna', heena: 'henna|mehndi',
  'multhani mitti': 'multani', 'multani miti': 'multani', 'mulatani mati': 'multani', sindur: 'sindoor', sindhoor: 'sindoor', senduur: 'sindoor',
  kumkuma: 'kumkum', kunkum: 'kumkum', bindee: 'bindi', bindiya: 'bindi', ubatan: 'ubtan', uptan: 'ubtan', 'gulaab jal': 'gulab|rose jal',
  'golab jal': 'gulab|rose jal', chandhan: 'chandan|sandalwood', chanden: 'chandan|sandalwood', haldee: 'haldi|turmeric', aamla: 'amla', amlaa: 'amla',
  bhringaraj: 'bhringraj', bringraj: 'bhringraj', brungraj: 'bhringraj', sikakai: 'shikakai', shikakayi: 'shikakai', ritha: 'reetha', reeta: 'reetha',
  tulasi: 'tulsi', nim: 'neem', badaam: 'badam|almond', kesari: 'kesar|saffron', zaffran: 'saffron|kesar', kumkumaadi: 'kumkumadi', trifala: 'triphala',
  'tripala churan': 'triphala', itar: 'attar', attaar: 'attar', gajara: 'gajra', shampu: 'shampoo', lipistik: 'lipstick', perfyum: 'perfume',
  kandishnar: 'conditioner', foundeshan: 'foundation', kriim: 'cream',
} // prettier-ignore

const meaning: Queries = {
  sabun: 'soap', 'neem tel': 'neem oil|tel', 'chandan ka sabun': 'chandan|sandalwood soap', 'baal tel': 'hair|baal oil|tel', 'kesh tel': 'hair oil|tel',
  'nariyal tel': 'nariyal|coconut tel|oil', 'badam tel': 'badam|almond tel|oil', 'coconut tel': 'nariyal|coconut tel|oil', 'arandi oil': 'arandi|castor tel|oil',
  'til oil': 'til|sesame tel|oil', 'sarson oil': 'sarson|mustard tel|oil', 'pyaz conditioner': 'onion conditioner', 'pyaaz cream': 'onion cream', 'nimbu tel': 'lemon oil|tel',
  'santra face pack': 'orange face pack', 'kheera toner': 'cucumber toner', papita: 'papaya', shahad: 'honey', 'shahad soap': 'honey soap', doodh: 'milk',
  'doodh face wash': 'milk face wash', 'gulab face pack': 'rose|gulab face pack', 'gulab soap': 'rose soap', 'haldi shampoo': 'turmeric|haldi shampoo', 'haldi cream': 'turmeric|haldi cream',
  'kesar cream': 'kesar|saffron cream', 'zafran cream': 'kesar|saffron cream', 'methi soap': 'fenugreek|methi soap', gudhal: 'hibiscus', 'gudhal tel': 'hibiscus oil',
  chameli: 'jasmine|chameli|mogra', 'kamal face wash': 'lotus face wash', kapoor: 'camphor', kanghi: 'kanghi|comb', kangha: 'comb|kanghi', sheesha: 'mirror',
  aaina: 'mirror', choori: 'bangles', chudi: 'bangles', 'honth balm': 'lip balm', nakhun: 'nail', 'nakhun polish': 'nail polish', 'haath cream': 'hand cream',
  'chehra cream': 'face cream', 'chehra wash': 'face wash', manjan: 'manjan|toothpaste', vermilion: 'sindoor', kohl: 'kajal|surma', 'dulhan kit': 'bridal kit',
  'gooseberry oil': 'amla oil',
} // prettier-ignore

const slips: Queries = {
  shampo: 'shampoo', shamppo: 'shampoo', shapmoo: 'shampoo', condtioner: 'conditioner', conditoner: 'conditioner', lipstik: 'lipstick', lispstick: 'lipstick',
  lipstcik: 'lipstick', foundaton: 'foundation', fondation: 'foundation', mascra: 'mascara', maskara: 'mascara', eyelinar: 'eyeliner', iliner: 'eyeliner',
  'eye linr': 'eye', consealer: 'concealer', concelar: 'concealer', moisturizer: 'moisturiser', moistriser: 'moisturiser', moistureiser: 'moisturiser',
  sunscren: 'sunscreen', sunskreen: 'sunscreen', serem: 'serum', niacinamid: 'niacinamide', niasinamide: 'niacinamide', hyluronic: 'hyaluronic',
  salicilic: 'salicylic', salysilic: 'salicylic', vitamine: 'vitamin', charcol: 'charcoal', cofee: 'coffee', turmaric: 'turmeric', safron: 'saffron',
  sandlewood: 'sandalwood', jasmin: 'jasmine', lavendar: 'lavender', cocnut: 'coconut', almnd: 'almond', hibiscs: 'hibiscus', pomegranet: 'pomegranate',
  deodrant: 'deodorant', deoderant: 'deodorant', perfum: 'perfume', tothpaste: 'toothpaste', tweezar: 'tweezer', trimer: 'trimmer', straitner: 'straightener',
  diper: 'diapers', sanitiser: 'sanitizer', 'nail polsih': 'nail polish',
} // prettier-ignore

export const QUERIES = { script, spelled, meaning, slips }
