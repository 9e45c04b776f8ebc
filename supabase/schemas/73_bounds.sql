-- What customers write over REST without a function between: one account could fill the disk with addresses, with answers to a notice,
-- or with one address of five million spaces.

insert into private.limits (name, value, about) values
  ('addresses', 100, 'Addresses in the book of one account.'),
  ('consents_per_day', 20, 'Changes of mind about notices of one account in 24 hours. Each is a row that is never deleted.');

-- for each row and before it: a list of thousands ends at the first that is too many. one statement of an account at a time, because two
-- at once would each count without the other
create function private.bound_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('addresses');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.addresses'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.addresses a where a.user_id = new.user_id limit most) a) >= most then
    raise exception 'An account holds at most % addresses. Delete one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_ADDRESSES', 'limit', most)::text;
  end if;
  return new;
end $$;

create function private.bound_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('consents_per_day');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.consents'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.consents c
      where c.user_id = new.user_id and c.created_at > private.clock_now() - interval '1 day' limit most) c) >= most then
    raise exception 'This was changed too often today' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_addresses(), private.bound_consents() from public;
create trigger bound_addresses before insert on public.addresses
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_addresses();

-- after skip_same_consent, by name: an answer that is no news counts for nothing
create trigger stay_within_a_day before insert on public.consents
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_consents();
