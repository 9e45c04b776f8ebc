alter table "public"."settings" alter column "founded_year" drop default;

alter table "public"."settings" alter column "founded_year" drop not null;

-- the default was nobody's own year: a shop that has not saved its settings yet states none
alter table public.settings disable trigger user;
update public.settings set founded_year = null where founded_year = 2010 and version = 1;
alter table public.settings enable trigger user;
