import { gstinCheckCharacter } from '#domain/addresses/gstin.ts'
import { findState } from '#domain/addresses/states.ts'
import type { DemoCustomer } from '../customers.ts'

/**
 * How a customer buys: `weekly` to `monthly` restock a shop, a salon or a parlour; `festive` buys a few times a year, most before
 * festivals and weddings; `once` bought once or twice.
 */
export type Habit = 'weekly' | 'fortnightly' | 'monthly' | 'festive' | 'once'

export type TradePerson = DemoCustomer & { habit: Habit }

type Place = readonly [address: string, city: string, state: string, pincode: string]
/** A company with a PAN is registered for GST in its own State. */
type Company = readonly [name: string, pan?: string]

/** Numbered on from the three customers with a password (customers.ts); 90000 001.. is the series of the demo's invented numbers. */
const FIRST_PHONE = 9_000_000_104

function person(habit: Habit, name: string, email: string, [address, city, state, pincode]: Place, company?: Company): Omit<TradePerson, 'phone'> {
  const pan = company?.[1]
  return { habit, name, email: `${email}.example`, address: { address, city, state, pincode }, ...(company ? { company: company[0] } : {}), ...(pan ? { gstin: gstinOf(state, pan) } : {}) }
}

function gstinOf(state: string, pan: string): string {
  const first14 = `${findState(state)?.code ?? ''}${pan}1Z`
  return first14 + gstinCheckCharacter(first14)
}

/** The customers of the demo's year of trade, from all over India. They have no password, so nobody signs in as one of them. */
export const TRADE_PEOPLE: readonly TradePerson[] = [
  person('weekly', 'Sunita Kadam', 'sunita@roopbeautymart', ['Shop 3, Ram Maruti Road, Naupada', 'Thane', 'Maharashtra', '400602'], ['Roop Beauty Mart', 'AAQFR2841K']),
  person('weekly', 'Imran Qureshi', 'imran@qureshistores', ['21-4-118, Laad Bazaar, Charminar', 'Hyderabad', 'Telangana', '500002'], ['Qureshi General Stores', 'AHQPQ6127D']),
  person('weekly', 'Lakshmi Venkatesan', 'lakshmi@lavanyaparlour', ['34, Usman Road, T. Nagar', 'Chennai', 'Tamil Nadu', '600017'], ['Lavanya Beauty Parlour', 'BKWPV3390L']),
  person('weekly', 'Gurpreet Kaur', 'gurpreet@cosmeticscorner', ['Shop 58, Chaura Bazaar', 'Ludhiana', 'Punjab', '141008'], ['Cosmetics Corner', 'AAXFC7715M']),
  person('weekly', 'Rakesh Agarwal', 'rakesh@agarwalfancy', ['112, Johari Bazaar', 'Jaipur', 'Rajasthan', '302003'], ['Agarwal Fancy Store', 'ABNPA4408R']),
  person('fortnightly', 'Debjani Mukherjee', 'debjani@bouranistudio', ['17B, Gariahat Road', 'Kolkata', 'West Bengal', '700019'], ['Bou Rani Bridal Studio', 'CDMPM5562H']),
  person('fortnightly', 'Farida Sheikh', 'farida@zeenatsalon', ['9, Hill Road, Bandra West', 'Mumbai', 'Maharashtra', '400050'], ['Zeenat Ladies’ Salon', 'BQLPS1943C']),
  person('fortnightly', 'Nandini Hegde', 'nandini@hegdefamilystore', ['Car Street, Kodialbail', 'Mangaluru', 'Karnataka', '575003'], ['Hegde Family Store', 'AAGFH8206B']),
  person('fortnightly', 'Rajesh Gupta', 'rajesh@guptakirana', ['45, Aminabad Market', 'Lucknow', 'Uttar Pradesh', '226018'], ['Gupta Kirana and Cosmetics', 'AFEPG2217J']),
  person('fortnightly', 'Anjali Pillai', 'anjali@thalirucare', ['TC 25/1184, Statue Junction', 'Thiruvananthapuram', 'Kerala', '695001'], ['Thaliru Beauty Care', 'CJTPP9035E']),
  person('fortnightly', 'Harsh Patel', 'harsh@patelnovelty', ['Shop 12, Bhagal Main Road', 'Surat', 'Gujarat', '395003'], ['Patel Novelty House', 'AADFP6671Q']),
  person('fortnightly', 'Manisha Solanki', 'manisha@makeoverstudio', ['203, M.G. Road, near Regal Square', 'Indore', 'Madhya Pradesh', '452001'], ['Manisha Makeover Studio']),
  person('fortnightly', 'Kavitha Reddy', 'kavitha@srikavithabeauty', ['29-14-52, Prakasam Road, Governorpet', 'Vijayawada', 'Andhra Pradesh', '520002'], ['Sri Kavitha Beauty Care', 'BHRPR4816N']),
  person('fortnightly', 'Poonam Chauhan', 'poonam@bridallounge', ['E-44, Central Market, Lajpat Nagar II', 'New Delhi', 'Delhi', '110024'], ['Poonam’s Bridal Lounge', 'ACUPC7059G']),
  person('monthly', 'Ritu Bhatia', 'ritu@ritubeautyhub', ['SCO 88, Sector 22-C', 'Chandigarh', 'Chandigarh', '160022'], ['Ritu Beauty Hub', 'AOJPB1182F']),
  person('monthly', 'Bhavna Joshi', 'bhavna@doonsalon', ['14, Rajpur Road', 'Dehradun', 'Uttarakhand', '248001'], ['Doon Salon']),
  person('monthly', 'Tenzin Dolma', 'tenzin@dolmaparlour', ['Tibet Road, above M.G. Marg', 'Gangtok', 'Sikkim', '737101'], ['Dolma Beauty Parlour']),
  person('monthly', 'Rupali Borah', 'rupali@borahcosmetics', ['Zoo Road Tiniali', 'Guwahati', 'Assam', '781024'], ['Borah Cosmetics', 'AZSPB3349P']),
  person('monthly', 'Sarojini Mohanty', 'sarojini@utkalbeauty', ['Plot 71, Janpath, Unit 3', 'Bhubaneswar', 'Odisha', '751001'], ['Utkal Beauty Store', 'ADKFU5520A']),
  person('monthly', 'Shabana Ansari', 'shabana@noorparlour', ['Boring Road Crossing', 'Patna', 'Bihar', '800001'], ['Shabana Ladies’ Parlour']),
  person('monthly', 'Sheetal Kulkarni', 'sheetal@godavaribeauty', ['7, College Road', 'Nashik', 'Maharashtra', '422005'], ['Godavari Beauty Shoppe', 'BVKPK6403S']),
  person('monthly', 'Vaishali Wankhede', 'vaishali@vidarbhastores', ['Sitabuldi Main Road', 'Nagpur', 'Maharashtra', '440012'], ['Vidarbha General Stores', 'AAMFV9918T']),
  person('monthly', 'Maria Fernandes', 'maria@mariashair', ['18th June Road', 'Panaji', 'Goa', '403001'], ['Maria’s Hair and Beauty']),
  person('monthly', 'Deepa Murugan', 'deepa@kongubeauty', ['210, Cross Cut Road, Gandhipuram', 'Coimbatore', 'Tamil Nadu', '641012'], ['Kongu Beauty Centre', 'CPRPM2276W']),
  person('monthly', 'Jyoti Tirkey', 'jyoti@chotanagpursalon', ['Main Road, near Daily Market', 'Ranchi', 'Jharkhand', '834001'], ['Jyoti Salon']),
  person('monthly', 'Aishwarya Rao', 'aishwarya@mallige', ['D. Devaraj Urs Road', 'Mysuru', 'Karnataka', '570001'], ['Mallige Bridal Studio', 'DGNPR8841V']),
  person('festive', 'Sneha Patil', 'sneha.patil@patra', ['Plot 5, Rajarampuri 3rd Lane', 'Kolhapur', 'Maharashtra', '416008']),
  person('festive', 'Neha Sharma', 'neha.sharma@patra', ['Tower B-1204, Sector 54', 'Gurugram', 'Haryana', '122011']),
  person('festive', 'Ayesha Khan', 'ayesha.khan@patra', ['26, Koh-e-Fiza', 'Bhopal', 'Madhya Pradesh', '462001']),
  person('festive', 'Divya Menon', 'divya.menon@patra', ['Flat 6C, Marine Drive, Ernakulam', 'Kochi', 'Kerala', '682031']),
  person('festive', 'Simran Gill', 'simran.gill@patra', ['41, Lawrence Road', 'Amritsar', 'Punjab', '143001']),
  person('festive', 'Pooja Rathore', 'pooja.rathore@patra', ['8, Fatehpura Circle', 'Udaipur', 'Rajasthan', '313001']),
  person('festive', 'Ananya Das', 'ananya.das@patra', ['Bajrakabati Road', 'Cuttack', 'Odisha', '753001']),
  person('festive', 'Meenakshi Iyer', 'meenakshi.iyer@patra', ['52, West Masi Street', 'Madurai', 'Tamil Nadu', '625001']),
  person('festive', 'Kinjal Shah', 'kinjal.shah@patra', ['B-9, Alkapuri Society', 'Vadodara', 'Gujarat', '390007']),
  person('festive', 'Lalrinpuii Sailo', 'lalrinpuii@patra', ['Zarkawt, near the Presbyterian church', 'Aizawl', 'Mizoram', '796001']),
  person('festive', 'Swati Mishra', 'swati.mishra@patra', ['B 36/14, Durgakund Road', 'Varanasi', 'Uttar Pradesh', '221005']),
  person('festive', 'Tanvi Gokhale', 'tanvi.gokhale@patra', ['3, Mayur Colony, Kothrud', 'Pune', 'Maharashtra', '411038']),
  person('festive', 'Zoya Mir', 'zoya.mir@patra', ['House 12, Rajbagh', 'Srinagar', 'Jammu and Kashmir', '190008']),
  person('festive', 'Padmini Naidu', 'padmini.naidu@patra', ['10-50-19, Siripuram', 'Visakhapatnam', 'Andhra Pradesh', '530003']),
  person('once', 'Ibanri Lyngdoh', 'ibanri@patra', ['Upper Lachumiere', 'Shillong', 'Meghalaya', '793001']),
  person('once', 'Nilofer Bano', 'nilofer.bano@patra', ['98/2, Becon Ganj', 'Kanpur', 'Uttar Pradesh', '208001']),
  person('once', 'Karthika Selvam', 'karthika.selvam@patra', ['16, Fairlands', 'Salem', 'Tamil Nadu', '636016']),
  person('once', 'Ishita Banerjee', 'ishita.banerjee@patra', ['Flat 3A, Lake View Road', 'Kolkata', 'West Bengal', '700029']),
  person('once', 'Rekha Thakur', 'rekha.thakur@patra', ['Sanjauli Chowk', 'Shimla', 'Himachal Pradesh', '171006']),
  person('once', 'Aditi Deshpande', 'aditi.deshpande@patra', ['11, Gokhale Road North, Dadar West', 'Mumbai', 'Maharashtra', '400028']),
  person('once', 'Sana Mirza', 'sana.mirza@patra', ['4, Civil Lines', 'Agra', 'Uttar Pradesh', '282002']),
  person('once', 'Rohini Gaikwad', 'rohini.gaikwad@patra', ['Hotgi Road, Majrewadi', 'Solapur', 'Maharashtra', '413003']),
  person('once', 'Bindu Nambiar', 'bindu.nambiar@patra', ['Mavoor Road', 'Kozhikode', 'Kerala', '673004']),
  person('once', 'Thoibi Devi', 'thoibi.devi@patra', ['Keishampat Leimajam Leikai', 'Imphal', 'Manipur', '795001']),
  person('once', 'Chaitra Gowda', 'chaitra.gowda@patra', ['1089, 15th Cross, J.P. Nagar 6th Phase', 'Bengaluru', 'Karnataka', '560078']),
  person('once', 'Mehak Arora', 'mehak.arora@patra', ['237, Model Town', 'Jalandhar', 'Punjab', '144003']),
  person('once', 'Payal Trivedi', 'payal.trivedi@patra', ['Amin Marg, behind the garden', 'Rajkot', 'Gujarat', '360001']),
  person('once', 'Shruti Verma', 'shruti.verma@patra', ['C-17, Shankar Nagar', 'Raipur', 'Chhattisgarh', '492007']),
  person('once', 'Anita Kumari', 'anita.kumari@patra', ['Road 9, Sakchi', 'Jamshedpur', 'Jharkhand', '831001']),
  person('once', 'Roshni D’Souza', 'roshni.dsouza@patra', ['Plot 22, Sector 17, Vashi', 'Navi Mumbai', 'Maharashtra', '400703']),
  person('once', 'Uma Maheswari', 'uma.maheswari@patra', ['27, Nandi Kovil Street', 'Tiruchirappalli', 'Tamil Nadu', '620002']),
  person('once', 'Parul Bhardwaj', 'parul.bhardwaj@patra', ['112, Shastri Nagar', 'Meerut', 'Uttar Pradesh', '250004']),
  person('once', 'Sudha Krishnan', 'sudha.krishnan@patra', ['6, Rue Suffren, White Town', 'Puducherry', 'Puducherry', '605001']),
  person('once', 'Vikram Singh Bhati', 'vikram.bhati@patra', ['Paota B Road', 'Jodhpur', 'Rajasthan', '342006']),
  person('once', 'Nirmala Debbarma', 'nirmala@patra', ['Krishnanagar, near the new market', 'Agartala', 'Tripura', '799001']),
].map((entry, k) => ({ ...entry, phone: String(FIRST_PHONE + k) }))
