-- a stranger who types ever new e-mail addresses could use up the 200 complaints that visitors have in an hour, and nobody
-- else could file one. so each client has ten an hour besides. p_client is its network, null where clients are not limited
-- (loopback, docs/api.md#limits-per-client). kept is a fingerprint, and for that hour alone.
create table private.complaint_clients (
  client bytea not null,
  filed_at timestamptz not null
);
create index complaint_clients_idx on private.complaint_clients (client, filed_at);
alter table private.complaint_clients enable row level security;
revoke all on private.complaint_clients from public;   -- read and written by the function below alone

drop function private.file_complaint(uuid, uuid, text, text, text, text);
-- as before, with the client: the limits stand here, so that they hold for several servers at once. in 24 hours three per
-- e-mail address and five per account; in an hour ten per client and 200 from visitors together.
create function private.file_complaint(p_user uuid, p_order uuid, p_name text, p_email text, p_phone text, p_message text, p_client text, out number text, out refusal text)
language plpgsql security definer set search_path = '' as $$
declare
  complaint uuid;
  filed timestamptz := private.moment();
  year text := private.financial_year(filed);
  last integer;
  officer text;
  caller bytea := sha256(convert_to(p_client, 'utf8'));
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.complaints'));   -- two at once would both be below the limit
  if (select count(*) from public.complaints c where lower(c.email) = lower(p_email) and c.created_at > filed - interval '1 day') >= 3
    or (p_user is not null and (select count(*) from public.complaints c where c.user_id = p_user and c.created_at > filed - interval '1 day') >= 5)
    or (p_user is null and (select count(*) from public.complaints c where c.user_id is null and c.created_at > filed - interval '1 hour') >= 200)
    or (select count(*) from private.complaint_clients c where c.client = caller and c.filed_at > filed - interval '1 hour') >= 10 then
    refusal := 'TOO_MANY';
    return;
  end if;
  if p_order is not null and not exists (select from public.orders o where o.id = p_order and o.user_id = p_user) then
    refusal := 'ORDER_UNKNOWN';   -- somebody else's order is as unknown as none
    return;
  end if;
  insert into private.serial_counters as c (series, financial_year, last_number) values ('CMP', year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into last;
  number := format('CMP/%s/%s', year, lpad(last::text, 6, '0'));
  insert into public.complaints (number, user_id, order_id, name, email, phone, message, created_at)
    values (number, p_user, p_order, p_name, p_email, p_phone, p_message, filed) returning id into complaint;
  delete from private.complaint_clients c where c.filed_at <= filed - interval '1 hour';
  if caller is not null then
    insert into private.complaint_clients (client, filed_at) values (caller, filed);
  end if;
  select coalesce(nullif(s.grievance_email, ''), nullif(s.email, '')) into officer from public.settings s;
  insert into private.mails (kind, recipient, data) values ('complaint_received', p_email, jsonb_build_object('complaint_id', complaint));
  if officer is not null then
    insert into private.mails (kind, recipient, data) values ('complaint_filed', officer, jsonb_build_object('complaint_id', complaint));
  end if;
end $$;
revoke all on function private.file_complaint(uuid, uuid, text, text, text, text, text) from public;
grant execute on function private.file_complaint(uuid, uuid, text, text, text, text, text) to shop_orders;   -- the login that server functions write with
