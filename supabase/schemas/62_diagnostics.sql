-- logs that customers send from the diagnostics panel, each under a
-- number that they can give to the shop. private: no API role reads it; the shop's owner looks a number up in sql.

create table private.diagnostic_reports (
  number text primary key check (length(number) <= 16),              -- 'LOG-5F0C11D2AE', at random: it counts nothing and leads to no other
  user_id uuid references auth.users (id) on delete cascade,          -- who was signed in; null for a visitor. deleted with the account
  page text not null check (length(page) <= 300),
  build text not null check (length(build) <= 60),
  agent text not null check (length(agent) <= 300),
  entries jsonb not null check (jsonb_typeof(entries) = 'array' and jsonb_array_length(entries) between 1 and 200),
  created_at timestamptz not null default now()
);
create index diagnostic_reports_user_id_idx on private.diagnostic_reports (user_id, created_at desc);
create index diagnostic_reports_created_at_idx on private.diagnostic_reports (created_at desc);
alter table private.diagnostic_reports enable row level security;

-- whether a log of this account, or of a visitor, is still kept in this hour: five per account, twenty from visitors
-- together. asked before a log is read and redacted, so that one that is refused costs nothing
create function private.may_file_diagnostics(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < (case when p_user is null then 20 else 5 end)
  from private.diagnostic_reports r where r.user_id is not distinct from p_user and r.created_at > now() - interval '1 hour'
$$;
revoke all on function private.may_file_diagnostics(uuid) from public;
grant execute on function private.may_file_diagnostics(uuid) to shop_orders;

-- keeps a report and answers its number, or why not. an account and visitors together have a limit by the hour; what is older than 30 days or
-- beyond the newest 1000 goes, so that the table has an end.
create function private.file_diagnostics(p_user uuid, p_page text, p_build text, p_agent text, p_entries jsonb, out number text, out refusal text)
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('private.diagnostic_reports'));   -- two at once would both be below the limit
  if not private.may_file_diagnostics(p_user) then
    refusal := 'TOO_MANY';
    return;
  end if;
  delete from private.diagnostic_reports r where r.created_at < now() - interval '30 days'
    or r.number in (select k.number from private.diagnostic_reports k order by k.created_at desc offset 999);
  number := 'LOG-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
  insert into private.diagnostic_reports (number, user_id, page, build, agent, entries) values (number, p_user, p_page, p_build, p_agent, p_entries);
end $$;
revoke all on function private.file_diagnostics(uuid, text, text, text, jsonb) from public;
grant execute on function private.file_diagnostics(uuid, text, text, text, jsonb) to shop_orders;
