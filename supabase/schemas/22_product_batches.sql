-- batches of products with their expiry (docs/decisions/0076-further-columns-of-products.md): a record beside the stock, which does not
-- depend on it. an order takes pieces from the stock, staff note what is left of a batch.

insert into private.limits (name, value, about) values ('batches', 200, 'Batches noted for one product.');

create table public.product_batches (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  batch text not null check (length(batch) <= 60 and btrim(batch) <> '' and batch !~ '[[:cntrl:]]'),
  expires_on date not null check (expires_on between '2000-01-01' and '2100-12-31'),   -- the last day of use
  made_on date check (made_on between '2000-01-01' and expires_on),
  received integer not null check (received between 1 and 1000000),
  remaining integer not null,
  created_at timestamptz not null default now(),
  unique (product_id, batch),
  constraint product_batches_remaining_check check (remaining between 0 and received)
);
create index product_batches_expiry_idx on public.product_batches (expires_on, id) where remaining > 0;
alter table public.product_batches enable row level security;
revoke all on public.product_batches from anon, authenticated;
grant select, delete on public.product_batches to authenticated;
grant insert (id, product_id, batch, expires_on, made_on, received, remaining) on public.product_batches to authenticated;
grant update (remaining) on public.product_batches to authenticated;
create policy "admins read" on public.product_batches for select to authenticated
  using ((select private.may('catalogue.write')));
create policy "admins add" on public.product_batches for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.product_batches for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.product_batches for delete to authenticated
  using ((select private.may('catalogue.write')));

-- one statement of a product at a time: two at once would each count without the other
create function private.bound_batches() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('batches');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.batches'), pg_catalog.hashtext(new.product_id::text));
  if (select count(*) from (select from public.product_batches b where b.product_id = new.product_id limit most) b) >= most then
    raise exception 'At most % batches can be noted for a product. Delete an old one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_batches() from public;
create trigger bound_batches before insert on public.product_batches for each row execute function private.bound_batches();

-- how many batches with pieces left have expired, or expire within so many days from today (in India), which is answered too
create function public.expiry_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (private.clock_now() at time zone 'Asia/Kolkata')::date;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for batches' using errcode = '42501'; end if;
  return (select jsonb_build_object('today', today,
      'expired', count(*) filter (where b.expires_on < today),
      'in30', count(*) filter (where b.expires_on between today and today + 30),
      'in60', count(*) filter (where b.expires_on between today and today + 60),
      'in90', count(*) filter (where b.expires_on between today and today + 90),
      'in180', count(*) filter (where b.expires_on between today and today + 180))
    from public.product_batches b where b.remaining > 0 and b.expires_on <= today + 180);
end $$;
revoke all on function public.expiry_counts() from public;
grant execute on function public.expiry_counts() to authenticated;
comment on table public.product_batches is 'Batches that staff note with their expiry. The stock does not depend on them.';
