-- how words sound, so that काजल, kajal and kaajal are one word to the person who types it (docs/decisions/0133-search-by-sound.md).
-- all functions here expect folded words (private.fold_words).

-- a word in Devanagari as people write it in Latin letters: काजल is kajal. other words stay as they are.
create function private.latin_word(word text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when word !~ '[\u0900-\u097f]' then word else
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        -- a consonant without a vowel sign is said with an a, but not at the end of a word
        regexp_replace(replace(regexp_replace(
          -- a letter with a dot below is another one in four cases that matter: za, fa, and ra twice
          replace(replace(replace(replace(replace(normalize(word, nfkd), E'ज\u093c', 'z'), E'फ\u093c', 'f'), E'ड\u093c', 'र'), E'ढ\u093c', 'र'), E'\u093c', ''),
          '([क-हzf])(?![ा-ौ\u094d]|$)', '\1a', 'g'), E'\u094d', ''), '[\u0901\u0902](?=[पफबभ])', 'm', 'g'),
        'ख', 'kh'), 'घ', 'gh'), 'च', 'ch'), 'छ', 'chh'), 'झ', 'jh'), 'ठ', 'th'), 'थ', 'th'), 'ढ', 'dh'), 'ध', 'dh'), 'फ', 'ph'), 'भ', 'bh'),
        'श', 'sh'), 'ष', 'sh'), 'ऋ', 'ri'), E'\u0943', 'ri'),
      E'अआइईउऊएऐऑओऔऍकगङजञटडणतदनपबमयरलवसहळािीुूेैॅॉॊोौ\u0901\u0902\u0903',
      'aaiiuueeoooekgnjntdntdnpbmyrlvshlaiiuueeeoooonn')
  end
$$;

-- what stays the same however the first 40 letters of a word are spelled, as many as known words have: its consonants, and an a for a vowel that begins it. kjl for kajal, kaajal and काजल;
-- lpstk for lipstick, lipistik and लिपस्टिक.
-- a migration that changes it or latin_word has to reindex private.lexemes_sound_idx and rewrite private.synonyms, which store its results
create function private.sound_of(word text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(
    translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(replace(replace(private.latin_word(left(word, 40)), 'tion', 'sn'), 'sion', 'sn'), 'ph', 'f'), 'x', 'ks'), 'ch', 'C'),
      '(?<=.)tur', 'Cr', 'g'),   -- as in texture
      '(?<=[aou])w(?![aeiou])', '', 'g'),   -- as in powder
      'c(?=[eiy])', 's', 'g'),
      'n(?=[pb])', 'm', 'g'),
      '^[aeiou]+', 'A'),
      '(?<=.)h', '', 'g'),
      '(?<=.)[aeiouy]+', '.', 'g'),
      'cCqwzA', 'kckvja'),   -- vowels are dots by now: a consonant on both sides of one is not a double letter
    '([^.])\1+|\.', '\1', 'g')
$$;
revoke all on function private.latin_word(text), private.sound_of(text) from public;

-- words that mean the same to people who shop here: soap is sabun. words of one meaning are asked for together
create table private.synonyms (
  word text collate "C" primary key,   -- folded
  meaning text not null,
  sound text not null generated always as (private.sound_of(word)) stored
);
create index synonyms_sound_idx on private.synonyms (sound);
create index synonyms_meaning_idx on private.synonyms (meaning);
alter table private.synonyms enable row level security;

-- no policy and no grant: private.words_like reads it
insert into private.synonyms (word, meaning) values
  ('soap', 'soap'), ('sabun', 'soap'),
  ('oil', 'oil'), ('tel', 'oil'), ('thailam', 'oil'),
  ('hair', 'hair'), ('baal', 'hair'), ('kesh', 'hair'),
  ('face', 'face'), ('chehra', 'face'), ('mukh', 'face'),
  ('lip', 'lip'), ('lips', 'lip'), ('honth', 'lip'), ('hoth', 'lip'),
  ('eye', 'eye'), ('eyes', 'eye'), ('aankh', 'eye'), ('ankh', 'eye'),
  ('nail', 'nail'), ('nails', 'nail'), ('nakhun', 'nail'),
  ('hand', 'hand'), ('hands', 'hand'), ('haath', 'hand'), ('hath', 'hand'),
  ('foot', 'foot'), ('feet', 'foot'), ('paon', 'foot'),
  ('skin', 'skin'), ('twacha', 'skin'), ('tvacha', 'skin'),
  ('tooth', 'tooth'), ('teeth', 'tooth'), ('dant', 'tooth'), ('daant', 'tooth'), ('toothpaste', 'toothpaste'), ('manjan', 'toothpaste'),
  ('henna', 'henna'), ('mehndi', 'henna'), ('mehandi', 'henna'), ('heena', 'henna'),
  ('kajal', 'kajal'), ('kohl', 'kajal'), ('surma', 'kajal'),
  ('sindoor', 'sindoor'), ('sindur', 'sindoor'), ('vermilion', 'sindoor'),
  ('perfume', 'perfume'), ('itra', 'perfume'), ('ittar', 'perfume'), ('attar', 'perfume'), ('sugandh', 'perfume'),
  ('comb', 'comb'), ('kangha', 'comb'), ('kanghi', 'comb'),
  ('mirror', 'mirror'), ('sheesha', 'mirror'), ('aaina', 'mirror'),
  ('bangle', 'bangle'), ('bangles', 'bangle'), ('choori', 'bangle'), ('chudi', 'bangle'),
  ('powder', 'powder'), ('churna', 'powder'), ('churan', 'powder'),
  ('clay', 'clay'), ('mitti', 'clay'), ('mati', 'clay'),
  ('water', 'water'), ('jal', 'water'), ('pani', 'water'),
  ('turmeric', 'turmeric'), ('haldi', 'turmeric'),
  ('sandal', 'sandalwood'), ('sandalwood', 'sandalwood'), ('chandan', 'sandalwood'),
  ('rose', 'rose'), ('gulab', 'rose'),
  ('saffron', 'saffron'), ('kesar', 'saffron'), ('zafran', 'saffron'),
  ('coconut', 'coconut'), ('nariyal', 'coconut'),
  ('almond', 'almond'), ('badam', 'almond'),
  ('sesame', 'sesame'), ('til', 'sesame'),
  ('mustard', 'mustard'), ('sarson', 'mustard'),
  ('castor', 'castor'), ('arandi', 'castor'),
  ('onion', 'onion'), ('pyaz', 'onion'), ('pyaaz', 'onion'),
  ('amla', 'amla'), ('aonla', 'amla'), ('anvla', 'amla'), ('gooseberry', 'amla'),
  ('basil', 'basil'), ('tulsi', 'basil'),
  ('jasmine', 'jasmine'), ('chameli', 'jasmine'), ('mogra', 'jasmine'),
  ('lemon', 'lemon'), ('nimbu', 'lemon'),
  ('orange', 'orange'), ('santra', 'orange'),
  ('papaya', 'papaya'), ('papita', 'papaya'),
  ('cucumber', 'cucumber'), ('kheera', 'cucumber'),
  ('honey', 'honey'), ('shahad', 'honey'), ('madhu', 'honey'),
  ('milk', 'milk'), ('doodh', 'milk'), ('dudh', 'milk'),
  ('camphor', 'camphor'), ('kapoor', 'camphor'), ('kapur', 'camphor'),
  ('lotus', 'lotus'), ('kamal', 'lotus'),
  ('fenugreek', 'fenugreek'), ('methi', 'fenugreek'),
  ('hibiscus', 'hibiscus'), ('gudhal', 'hibiscus'),
  ('soapnut', 'soapnut'), ('reetha', 'soapnut'), ('ritha', 'soapnut'),
  ('red', 'red'), ('lal', 'red'), ('laal', 'red'),
  ('black', 'black'), ('kala', 'black'), ('kaala', 'black'),
  ('pink', 'pink'), ('gulabi', 'pink'),
  ('white', 'white'), ('safed', 'white'),
  ('baby', 'baby'), ('shishu', 'baby'), ('bachcha', 'baby'),
  ('bride', 'bridal'), ('bridal', 'bridal'), ('dulhan', 'bridal');
