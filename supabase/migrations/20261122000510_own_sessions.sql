-- where somebody is signed in: a list of one's own sessions, and ending one of them. the tables are the sign-in service's; these
-- functions show and end what belongs to the caller and nothing else.

-- enough to recognise one's own connection, too little to be worth stealing
create function private.shortened_network(p_address inet) returns text
language sql immutable set search_path = '' as $$
  select case when p_address is null then null
    else host(network(set_masklen(p_address, case family(p_address) when 4 then 24 else 48 end))) end
$$;
revoke all on function private.shortened_network(inet) from public;

-- the session of the caller's token, while it lives: an access token outlives its session by up to an hour
create function private.own_session() returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from auth.sessions s
  where s.id = ((select auth.jwt()) ->> 'session_id')::uuid and s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
$$;
revoke all on function private.own_session() from public;

-- the newest first, this one before all. `second_factor`: it was given at the sign-in; without it, where the account asks for one,
-- somebody knew the password and came no further.
create function public.my_sessions()
returns table (id uuid, this_device boolean, user_agent text, network text, signed_in_at timestamptz, last_used_at timestamptz, second_factor boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.id = private.own_session(), s.user_agent, private.shortened_network(s.ip), s.created_at,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at), coalesce(s.aal::text, 'aal1') <> 'aal1'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and private.own_session() is not null and (s.not_after is null or s.not_after > now())
  order by 2 desc, 6 desc, 1
  limit 100
$$;

-- false: it is gone already, or belongs to somebody else
create function public.end_session(p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.own_session() is null then return false; end if;
  delete from auth.sessions s where s.id = p_session and s.user_id = (select auth.uid());
  return found;
end $$;

revoke all on function public.my_sessions(), public.end_session(uuid) from public;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;   -- nothing for anon
