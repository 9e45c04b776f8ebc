-- Live messages, with hosted Supabase's names. Nothing is ever kept in realtime.messages: row level security on it says
-- who may hear (select) and speak (insert) in a private channel, and the server asks with rows that it rolls back.

do $$
declare
  target text;
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_realtime_admin') then
      create role supabase_realtime_admin login noinherit;
    end if;
  exception when duplicate_object or unique_violation then
    null; -- another database of this cluster made it at this moment
  end;
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_replication_admin') then
      begin
        -- Reads the stream of changes and nothing else: no role, no table, no schema is granted to it.
        create role supabase_replication_admin login noinherit replication;
      exception when insufficient_privilege then
        create role supabase_replication_admin login noinherit; -- the server says what is missing
      end;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  -- It asks as the caller.
  foreach target in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (
        select from pg_catalog.pg_auth_members m
        where m.member = 'supabase_realtime_admin'::regrole and m.roleid = target::regrole
      ) then
        execute format('grant %I to supabase_realtime_admin', target);
      end if;
    exception when unique_violation or internal_error then
      null;
    end;
  end loop;
end $$;

create schema realtime;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
create index messages_topic on realtime.messages (topic);

alter table realtime.messages enable row level security;
-- Rows to ask about; as the caller they are seen or not.
create policy "the server asks" on realtime.messages for insert to supabase_realtime_admin with check (true);
-- No other policy here: an application says in its own migrations who may hear and speak where.

-- The topic that is being asked about, for policies.
create function realtime.topic() returns text language sql stable
  return nullif(current_setting('realtime.topic', true), '');

grant usage on schema realtime to anon, authenticated, service_role, supabase_realtime_admin;
grant execute on function realtime.topic() to anon, authenticated, service_role, supabase_realtime_admin;
-- Table grants are wide because the policies decide, as on hosted Supabase; realtime is not an exposed schema.
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant insert on realtime.messages to supabase_realtime_admin;
