-- All that were given up may be millions: sent again at once they would be locked for as long as it takes to write them.

create or replace function public.send_webhooks_again(p_ids bigint[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if cardinality(p_ids) > 200 then raise exception 'At most 200 events at once' using errcode = '22023'; end if;
  update private.webhook_endpoints e set active = true, switched_off_at = null, failing_since = null where not e.active;
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.id in (select f.id from private.webhook_deliveries f
      where case when p_ids is null then f.state = 'parked' else f.id = any (p_ids) and f.state <> 'queued' end order by f.id limit 10000 for update);
  get diagnostics total = row_count;
  return total;
end $$;
