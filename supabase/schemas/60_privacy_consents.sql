-- notices and consents (dpdp act 2023, s.5 to 7): what people were shown, word for word, and what they agreed to. a log: the last
-- row of a purpose holds. withdrawing is a row like giving (s.6(4)): the same insert, the same switch.

create table public.consent_notices (
  purpose text not null check (purpose in ('account', 'offers', 'back_in_stock')),
  version integer not null check (version > 0),
  needs_consent boolean not null,              -- false: needed to serve an account; shown, not asked
  text text not null,
  published_at timestamptz not null default now(),
  primary key (purpose, version)
);
alter table public.consent_notices enable row level security;
revoke all on public.consent_notices from anon, authenticated;
grant select on public.consent_notices to anon, authenticated;

-- no insert, update, delete for anyone: a new notice is a new migration, and what was shown stays as it was
create policy "notices are public" on public.consent_notices for select to anon, authenticated using (true);

-- the words of app/words/en/consents.ts; a test holds them together
insert into public.consent_notices (purpose, version, needs_consent, text) values
  ('account', 1, false, 'We keep your name, email address, orders and addresses to run your account, to deliver, and to write your invoices. Nothing is sold or passed on for advertising. You can see, correct, export and delete it in your profile.'),
  ('offers', 1, true, 'Tell me about offers. They come to my notifications, and I can switch this off in my profile at any time.');

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  purpose text not null,
  version integer not null,
  given boolean not null,                      -- for a purpose that needs no consent: the notice was shown
  created_at timestamptz not null default now(),
  foreign key (purpose, version) references public.consent_notices (purpose, version)
);
create index consents_user_id_idx on public.consents (user_id, purpose, id desc);
create index consents_notice_idx on public.consents (purpose, version);
alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated;

-- nothing for anon
grant select on public.consents to authenticated;
grant insert (purpose, version, given) on public.consents to authenticated;

-- no update, no delete for anyone: a log. the owner and the time are set by the database
create policy "own consents, and all of them for admins" on public.consents for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('customers.read')));

-- no one agrees for another person. what an account needs cannot be withdrawn: the account is deleted
create policy "one's own answer" on public.consents for insert to authenticated
  with check (user_id = (select auth.uid()) and purpose = 'offers');

-- a second press of the same answer is no news
create function private.skip_same_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select (c.version, c.given) from public.consents c where c.user_id = new.user_id and c.purpose = new.purpose order by c.id desc limit 1)
     is not distinct from (new.version, new.given) then
    return null;
  end if;
  return new;
end $$;
revoke all on function private.skip_same_consent() from public;
create trigger skip_same_consent before insert on public.consents for each row execute function private.skip_same_consent();

-- what was answered on the registration form arrives as user metadata, before there is a session: {"notices": {"account": 1,
-- "offers": 1}}. a purpose that is not in it was not ticked and gets no row: silence is not a consent.
create function private.log_first_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.consents (user_id, purpose, version, given)
    select new.id, n.purpose, n.version, true from public.consent_notices n
    where new.raw_user_meta_data -> 'notices' -> n.purpose = to_jsonb(n.version) order by n.purpose;
  return null;
end $$;
revoke all on function private.log_first_consents() from public;
create trigger log_first_consents after insert on auth.users for each row execute function private.log_first_consents();

-- what was logged when the row was made is not logged twice (private.skip_same_consent)
create trigger log_confirmed_consents after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.log_first_consents();
