-- invoices and credit notes: numbers issued once, in order, without a gap (cgst rules 46 and 53, docs/india.md#gst-documents).

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),   -- no cascade: an order with a number cannot be deleted
  kind text not null check (kind in ('invoice', 'credit_note')),
  serial text not null unique check (length(serial) <= 16),
  reverses uuid references public.documents (id),           -- a credit note names its invoice
  issued_at timestamptz not null,
  unique (order_id, kind),
  check ((kind = 'credit_note') = (reverses is not null))
);
create index documents_issued_at_idx on public.documents (issued_at desc, id);
create index documents_reverses_idx on public.documents (reverses) where reverses is not null;

-- one row per series and financial year. the upsert locks it until the issuing transaction ends, so parallel issuers
-- queue, and a rollback gives its number back: that is what gapless means, and why a sequence would not do.
create table private.serial_counters (
  series text not null,
  financial_year text not null,
  last_number integer not null check (last_number between 1 and 999999),
  primary key (series, financial_year)
);
alter table private.serial_counters enable row level security;   -- no policy and no grant: private.issue_document alone

-- 1 April to 31 March, Indian time: '26-27'
create function private.financial_year(moment timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(start, 'YY') || '-' || to_char(start + interval '1 year', 'YY')
  from (select date_trunc('year', (moment at time zone 'Asia/Kolkata') - interval '3 months') as start) y
$$;

create function private.issue_document(p_order uuid, p_kind text, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  issued timestamptz := private.moment();
  prefix text := case p_kind when 'invoice' then 'INV' else 'CN' end;
  year text := private.financial_year(issued);
  number integer;
begin
  insert into private.serial_counters as c (series, financial_year, last_number) values (prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  insert into public.documents (order_id, kind, serial, reverses, issued_at)
    values (p_order, p_kind, format('%s/%s/%s', prefix, year, lpad(number::text, 6, '0')), p_reverses, issued);
  return format('%s/%s/%s', prefix, year, lpad(number::text, 6, '0'));
end $$;
revoke all on function private.issue_document(uuid, text, uuid) from public;   -- only order steps issue numbers

alter table public.documents enable row level security;
revoke all on public.documents from anon, authenticated;   -- nothing for anon
grant select on public.documents to authenticated, shop_mail;
-- no insert, update or delete for anyone: a number is issued by accepting an order and never reused
create policy "documents of visible orders" on public.documents for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the mail sender reads" on public.documents for select to shop_mail using (true);
