-- what was given up is rare, and the screen lists it
create index webhook_deliveries_parked_idx on private.webhook_deliveries (id) where state = 'parked';

-- for the screen of deliveries. without the query of the address: it may have a key
create function public.webhook_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  return (select jsonb_build_object('address', regexp_replace(regexp_replace(e.url, '[?#].*$', ''), '^([a-z]+://)[^/@]*@', '\1'), 'active', e.active,
      'failing_since', e.failing_since, 'switched_off_at', e.switched_off_at,
      'queued', (select count(*) from (select from private.webhook_deliveries d where d.state = 'queued' limit 10000) q),
      'parked', (select count(*) from (select from private.webhook_deliveries d where d.state = 'parked' limit 10000) q))
    from private.webhook_endpoints e limit 1);
end $$;

-- newest first; p_state null: all. p_before and p_after: the id of the row next to which the page begins
create function public.webhook_deliveries(p_state text default null, p_before bigint default null, p_after bigint default null, p_limit integer default 50)
returns table (id bigint, event_id uuid, kind text, object_id uuid, state text, attempts integer, next_attempt_at timestamptz, last_status integer,
  last_error text, created_at timestamptz, delivered_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 50 set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if p_after is not null then
    return query select n.* from (
      select d.id, d.event_id, d.kind, d.object_id, d.state, d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at
      from private.webhook_deliveries d where d.id > p_after and (p_state is null or d.state = p_state)
      order by d.id limit least(greatest(p_limit, 0), 200)) n order by n.id desc;
  else
    return query select d.id, d.event_id, d.kind, d.object_id, d.state, d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at
      from private.webhook_deliveries d where (p_before is null or d.id < p_before) and (p_state is null or d.state = p_state)
      order by d.id desc limit least(greatest(p_limit, 0), 200);
  end if;
end $$;

-- sends these again under the same event ids, or, with null, all that were given up; and switches on what failures had switched off.
-- returns how many: of one that waits already there is none
create function public.send_webhooks_again(p_ids bigint[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if cardinality(p_ids) > 200 then raise exception 'At most 200 events at once' using errcode = '22023'; end if;
  update private.webhook_endpoints e set active = true, switched_off_at = null, failing_since = null where not e.active;
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.id in (select f.id from private.webhook_deliveries f
      where case when p_ids is null then f.state = 'parked' else f.id = any (p_ids) and f.state <> 'queued' end order by f.id for update);
  get diagnostics total = row_count;
  return total;
end $$;
revoke all on function public.webhook_setup(), public.webhook_deliveries(text, bigint, bigint, integer), public.send_webhooks_again(bigint[]) from public;
grant execute on function public.webhook_setup(), public.webhook_deliveries(text, bigint, bigint, integer), public.send_webhooks_again(bigint[]) to authenticated;
