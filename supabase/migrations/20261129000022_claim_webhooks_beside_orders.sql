-- takes what is due, at most p_most at once in all processes, and holds each for half a minute. an event waits while an earlier one of its
-- object does; other objects go on. each attempt is counted before it is made.
create or replace function private.claim_webhooks(p_most integer)
returns table (id bigint, attempts integer, url text, event_id uuid, kind text, data jsonb, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  endpoint private.webhook_endpoints;
  free integer;
begin
  -- one process claims at a time. not for update: every transaction that writes an event holds the key of the endpoint through its foreign key
  -- until it ends, so while orders overlap nothing would be claimed, and they would wait for a claim
  select e.* into endpoint from private.webhook_endpoints e where e.active for no key update skip locked;
  if endpoint.id is null then return; end if;
  select p_most - count(*) into free from private.webhook_deliveries d
    where d.endpoint_id = endpoint.id and d.state = 'queued' and d.held_until > clock_timestamp();
  if free <= 0 then return; end if;
  return query
    update private.webhook_deliveries d set attempts = d.attempts + 1, held_until = clock_timestamp() + interval '30 seconds',
      next_attempt_at = clock_timestamp() + interval '30 seconds'
    where d.id in (
      select q.id from private.webhook_deliveries q
      where q.endpoint_id = endpoint.id and q.state = 'queued' and q.next_attempt_at <= clock_timestamp()
        and not exists (select from private.webhook_deliveries b
          where b.endpoint_id = q.endpoint_id and b.object_id = q.object_id and b.state = 'queued' and b.id < q.id)
      order by q.next_attempt_at, q.id limit free)
    returning d.id, d.attempts, endpoint.url, d.event_id, d.kind, d.data, d.created_at;
end $$;
