-- who may not come in any more. banned_until of auth.users is what the auth service asks (docs/api.md#auth: user_banned), here and on a
-- hosted project; the row here says why, by whom and since when, and is what the database itself asks: an access token lives on
-- for up to an hour.

create table public.account_blocks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  reason text not null check (length(btrim(reason)) between 1 and 400),
  blocked_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index account_blocks_blocked_by_idx on public.account_blocks (blocked_by);

alter table public.account_blocks enable row level security;
revoke all on public.account_blocks from anon, authenticated;   -- nothing for anon
grant select on public.account_blocks to authenticated;
-- no insert, update, delete for anyone: the two functions below alone, which end the sessions too
create policy "admins read" on public.account_blocks for select to authenticated using ((select private.is_admin()));
-- the reason is about a person: the log says that and by whom, never why
select private.audit_table('public.account_blocks', '{insert,delete}', p_key => 'user_id', p_skipped => '{user_id,blocked_by}', p_told => '{}');

create function private.is_blocked(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.account_blocks b where b.user_id = p_user)
$$;

-- a blocked admin is none, from the next statement on
create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r where r.user_id = (select auth.uid()) and r.role in ('admin', 'super_admin')
      and not exists (select from public.account_blocks b where b.user_id = r.user_id))
$$;
-- the log of profiles asks it in a trigger's condition, where the right to call is looked at even if nothing is called: without
-- this the server's own key could change no profile
grant execute on function private.is_admin() to service_role;
create or replace function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'super_admin'
      and not exists (select from public.account_blocks b where b.user_id = r.user_id))
$$;
create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r
    where r.user_id = _user_id
      and (r.role = _role or (r.role = 'super_admin' and _role = 'admin'))
      and not exists (select from public.account_blocks b where b.user_id = r.user_id)
      and (_user_id = (select auth.uid()) or (select auth.role()) = 'service_role' or (select private.is_admin()))
  )
$$;

-- whom may the caller block or let in again? an admin customers, a super admin also admins, nobody himself. takes the locks: of
-- an admin all super admins in order first, so that two who block each other at the same moment leave one; then the account, so
-- that an order which is being placed is finished first.
create function private.lock_blockable(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for accounts' using errcode = '42501'; end if;
  if p_user = auth.uid() then raise exception 'Nobody blocks his own account' using errcode = 'PT409', detail = '{"code":"OWN_ACCOUNT"}'; end if;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    perform from public.user_roles r where r.role = 'super_admin' order by r.user_id for update;
    -- asked behind the lock: he may have been blocked meanwhile
    if not private.is_super_admin() then raise exception 'Only a super admin blocks an admin' using errcode = '42501', detail = '{"code":"STAFF"}'; end if;
  end if;
  perform from auth.users u where u.id = p_user for update;
  if not found then raise exception 'There is no such account' using errcode = 'PT404', detail = '{"code":"NO_ACCOUNT"}'; end if;
end $$;

create function public.block_account(p_user uuid, p_reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  perform private.lock_blockable(p_user);
  if length(btrim(coalesce(p_reason, ''))) not between 1 and 400 then
    raise exception 'A reason is needed' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  insert into public.account_blocks (user_id, reason, blocked_by) values (p_user, btrim(p_reason), auth.uid()) on conflict do nothing returning created_at into since;
  if since is null then raise exception 'This account is blocked already' using errcode = 'PT409', detail = '{"code":"ALREADY_BLOCKED"}'; end if;
  -- not 'infinity': the auth service of a hosted project cannot read it
  update auth.users u set banned_until = now() + interval '100 years' where u.id = p_user;
  delete from auth.sessions s where s.user_id = p_user;   -- refresh tokens go with their session
  return since;
end $$;

create function public.unblock_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_blockable(p_user);
  delete from public.account_blocks b where b.user_id = p_user;
  if not found then return false; end if;
  update auth.users u set banned_until = null where u.id = p_user;
  return true;
end $$;

-- what a token that is still good may not do: order, and fill a cart. reading what is one's own stays, and so does a complaint.
create function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_blocked(new.user_id) then
    raise exception 'Your account is blocked. Please write to us if this is a mistake.' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}';
  end if;
  return new;
end $$;
-- whoever writes it, an admin at the counter too: first the account is let in again
create trigger refuse_blocked before insert on public.orders for each row when (new.user_id is not null) execute function private.refuse_blocked();
create trigger refuse_blocked before insert or update on public.cart_items for each row execute function private.refuse_blocked();

revoke all on function private.is_blocked(uuid), private.lock_blockable(uuid), private.refuse_blocked(), public.block_account(uuid, text), public.unblock_account(uuid) from public;
grant execute on function public.block_account(uuid, text), public.unblock_account(uuid) to authenticated;   -- the bodies let admins through; nothing for anon
