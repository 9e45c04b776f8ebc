-- complaints to the grievance officer, each with a ticket number (e-commerce rules 2020, docs/india.md#consumer-protection).
-- anyone may file one, only through the function file-complaint; admins answer it.

create table public.complaints (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (length(number) <= 16),       -- 'CMP/26-27/000001', shown to the complainant
  user_id uuid references auth.users (id) on delete set null,      -- who was signed in; null for a visitor
  order_id uuid references public.orders (id) on delete set null,  -- one of the author's own orders
  name text not null check (length(btrim(name)) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  phone text check (length(phone) between 1 and 20),
  message text not null check (length(btrim(message)) between 10 and 4000),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index complaints_user_id_idx on public.complaints (user_id, created_at desc);
create index complaints_order_id_idx on public.complaints (order_id) where order_id is not null;
create index complaints_email_idx on public.complaints (lower(email), created_at desc);
create index complaints_status_idx on public.complaints (status, created_at, id);

-- admin: what waits longest
create index complaints_visitors_idx on public.complaints (created_at desc) where user_id is null;

-- the login that server functions write with

alter table public.complaints enable row level security;
revoke all on public.complaints from anon, authenticated;

-- nothing for anon: a visitor keeps the number and the mail
grant select on public.complaints to authenticated, shop_mail;
grant update (status) on public.complaints to authenticated;

-- no insert for anyone: private.file_complaint alone. no delete: what was complained about stays on record

create policy "own complaints" on public.complaints for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read all" on public.complaints for select to authenticated
  using ((select private.may('complaints.write')));
create policy "admins answer" on public.complaints for update to authenticated
  using ((select private.may('complaints.write')))
  with check ((select private.may('complaints.write')));
create policy "the mail sender reads" on public.complaints for select to shop_mail using (true);
create trigger touch_updated_at before update on public.complaints for each row execute function private.touch_updated_at();

-- a client with ever new email addresses could use up the 200 complaints that visitors have in an hour, and no one
-- else could file one. so each client has ten an hour besides. p_client is its network, null where clients are not limited
-- (loopback, docs/api.md#limits-per-client). kept is a fingerprint, and for that hour alone.
create table private.complaint_clients (
  client bytea not null,
  filed_at timestamptz not null
);
create index complaint_clients_idx on private.complaint_clients (client, filed_at);
alter table private.complaint_clients enable row level security;
revoke all on private.complaint_clients from public;

-- files a complaint and answers its number, or why not: TOO_MANY, ORDER_UNKNOWN. the limits (private.limits) are checked here and not in the
-- server function, so that they hold for several servers at once.
create function private.file_complaint(p_user uuid, p_order uuid, p_name text, p_email text, p_phone text, p_message text, p_client text, out number text, out refusal text)
language plpgsql security definer set search_path = '' as $$
declare
  complaint uuid;
  filed timestamptz := private.clock_now();
  year text := private.financial_year(filed);
  last integer;
  officer text;
  caller bytea := sha256(convert_to(p_client, 'utf8'));
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.complaints'));   -- two at once would both be below the limit
  if (select count(*) from public.complaints c where lower(c.email) = lower(p_email) and c.created_at > filed - interval '1 day') >= private.limit_of('complaints_per_email')
    or (p_user is not null and (select count(*) from public.complaints c where c.user_id = p_user and c.created_at > filed - interval '1 day') >= private.limit_of('complaints_per_account'))
    or (p_user is null and (select count(*) from public.complaints c where c.user_id is null and c.created_at > filed - interval '1 hour') >= private.limit_of('complaints_of_visitors'))
    or (select count(*) from private.complaint_clients c where c.client = caller and c.filed_at > filed - interval '1 hour') >= private.limit_of('complaints_per_client') then
    refusal := 'TOO_MANY';
    return;
  end if;
  if p_order is not null and not exists (select from public.orders o where o.id = p_order and o.user_id = p_user) then
    refusal := 'ORDER_UNKNOWN';   -- another customer's order is as unknown as none
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
grant execute on function private.file_complaint(uuid, uuid, text, text, text, text, text) to shop_orders;
select private.audit_table('public.complaints', '{update,delete}', p_skipped => '{user_id}', p_shown => '{status}');
