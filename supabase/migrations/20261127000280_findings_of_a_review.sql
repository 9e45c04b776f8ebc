-- What a review of API keys and of the search found.

create or replace function private.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(k.name || ' (API key)', nullif(btrim(regexp_replace(p.full_name, '\(api key\)', '', 'gi')), ''), u.email::text)
  from auth.users u left join public.profiles p on p.id = u.id left join private.api_keys k on k.user_id = u.id where u.id = p_user
$$;

create or replace function private.lock_blockable(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('customers.write') then raise exception 'permission denied for accounts' using errcode = '42501'; end if;
  if private.is_api_key(p_user) then raise exception 'An API key is revoked, not blocked' using errcode = 'PT409', detail = '{"code":"API_KEY"}'; end if;
  if p_user = auth.uid() then raise exception 'You cannot block your own account' using errcode = 'PT409', detail = '{"code":"OWN_ACCOUNT"}'; end if;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    perform from public.user_roles r where r.role = 'owner' order by r.user_id for update;
    -- checked behind the lock: the caller may have been blocked just before
    if not private.may('staff.manage') then raise exception 'Only a super admin blocks an admin' using errcode = '42501', detail = '{"code":"STAFF"}'; end if;
  end if;
  perform from auth.users u where u.id = p_user for update;
  if not found then raise exception 'There is no such account' using errcode = 'PT404', detail = '{"code":"NO_ACCOUNT"}'; end if;
end $$;

create or replace function private.refresh_search() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  best uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('private.refresh_search')) then
    return false;   -- another process is at it
  end if;
  best := array(select p.id from public.products p where p.status = 'active' order by p.popularity desc, p.id limit 2000);
  -- a change of a product in progress goes first
  update private.search_documents d set best_seller = false where d.product_id in (
    select o.product_id from private.search_documents o where o.best_seller and o.product_id <> all (best) for update skip locked);
  update private.search_documents d set best_seller = true where d.product_id in (
    select o.product_id from private.search_documents o where not o.best_seller and o.product_id = any (best) for update skip locked);

  -- one statement: what it takes from the list is what it adds
  with taken as (
    delete from private.search_changes returning gained, lost
  ), difference as (
    select c.word collate "C" as word, sum(c.n)::integer as n
    from (select unnest(t.gained) as word, 1 as n from taken t union all select unnest(t.lost), -1 from taken t) c
    group by 1 having sum(c.n) <> 0
  )
  merge into private.lexemes l using difference d on l.word = d.word
    when matched and l.documents + d.n <= 0 then delete
    when matched then update set documents = l.documents + d.n
    when not matched and d.n > 0 then insert (word, documents) values (d.word, d.n);
  return found;
end $$;
