-- contract: a table of the same name and columns is made below; used by SQL alone
alter table private.webhook_deliveries set schema parts;
create sequence private.webhook_deliveries_id_seq;
select setval('private.webhook_deliveries_id_seq', s.last_value, s.is_called) from parts.webhook_deliveries_id_seq s;
alter table parts.webhook_deliveries alter column id drop identity;
alter table parts.webhook_deliveries drop constraint webhook_deliveries_pkey;
alter table parts.webhook_deliveries add constraint webhook_deliveries_pkey primary key using index webhook_deliveries_id_created_at_idx;

create table private.webhook_deliveries (
  id bigint not null default nextval('private.webhook_deliveries_id_seq'),   -- no identity, as in public.audit_log
  endpoint_id uuid not null references private.webhook_endpoints (id) on delete cascade,
  event_id uuid not null default gen_random_uuid(),   -- the same in every attempt
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  object_id uuid not null,   -- events of one object arrive in their order; those of a payment belong to its order
  data jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'parked')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  held_until timestamptz,    -- an attempt is running: no other process makes one
  last_status integer,
  last_error text check (length(last_error) <= 100),
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);   -- a part for each month: private.erase_webhooks
alter sequence private.webhook_deliveries_id_seq owned by private.webhook_deliveries.id;
create table parts.webhook_deliveries_rest partition of private.webhook_deliveries default;
alter table parts.webhook_deliveries_rest enable row level security;
create index webhook_deliveries_due_idx on private.webhook_deliveries (endpoint_id, next_attempt_at, id) where state = 'queued';
create index webhook_deliveries_object_idx on private.webhook_deliveries (endpoint_id, object_id, id) where state = 'queued';
create index webhook_deliveries_created_idx on private.webhook_deliveries (created_at);
create index webhook_deliveries_parked_idx on private.webhook_deliveries (id) where state = 'parked';
alter table private.webhook_deliveries enable row level security;
revoke all on private.webhook_deliveries from public;

-- contract: the part has all events, and takes those of this month; used by SQL alone
do $$
declare
  ends constant timestamptz := (select substring(pg_get_constraintdef(c.oid) from $q$'([^']+)'$q$) from pg_catalog.pg_constraint c
    where c.conname = 'webhook_deliveries_first_part' and c.conrelid = 'parts.webhook_deliveries'::regclass);
  part constant text := to_char(ends at time zone 'Asia/Kolkata' - interval '1 month', '"webhook_deliveries_"YYYY_MM');
begin
  execute format('alter table parts.webhook_deliveries rename to %I', part);
  execute format('alter table private.webhook_deliveries attach partition parts.%I for values from (minvalue) to (%L)', part, ends);
  execute format('alter table parts.%I drop constraint webhook_deliveries_first_part', part);
end $$;

-- drops the part of a month which ended 30 days ago, makes those of this month and the next, and returns how many events are gone. the first
-- part has the events from before it too: of those older than the oldest event of a month that is kept, p_limit go at a time
create or replace function private.erase_webhooks(p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer := private.drop_parts('private.webhook_deliveries', '1 month', private.clock_now() - interval '30 days');
  left_over integer;
begin
  perform private.add_parts('private.webhook_deliveries', date_trunc('month', private.clock_now() at time zone 'Asia/Kolkata')::date, '1 month');
  with old as (
    select d.id, d.created_at from private.webhook_deliveries d where d.created_at < private.clock_now() - interval '61 days'
    order by d.created_at limit p_limit)
  delete from private.webhook_deliveries d using old where d.id = old.id and d.created_at = old.created_at;
  get diagnostics left_over = row_count;
  return gone + left_over;
end $$;
select private.erase_webhooks(0);
