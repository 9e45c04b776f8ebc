-- what admins write down about an order, for themselves: 'asked for delivery after two'. seen by admins alone, changed by
-- whoever wrote it and for a day: after that it is what was known then.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  author uuid default auth.uid() references auth.users (id) on delete set null,   -- null: the account is gone
  body text not null check (length(btrim(body)) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index order_notes_order_id_idx on public.order_notes (order_id, created_at);
create index order_notes_author_idx on public.order_notes (author);

create function private.stamp_order_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  return new;
end $$;
revoke all on function private.stamp_order_note() from public;
create trigger stamp_edit before update of body on public.order_notes
  for each row when (old.body is distinct from new.body) execute function private.stamp_order_note();

alter table public.order_notes enable row level security;
revoke all on public.order_notes from anon, authenticated;   -- nothing for anon
grant select, delete on public.order_notes to authenticated;
grant insert (order_id, body) on public.order_notes to authenticated;   -- author and moment are the database's
grant update (body) on public.order_notes to authenticated;
create policy "admins read" on public.order_notes for select to authenticated using ((select private.is_admin()));
create policy "admins write" on public.order_notes for insert to authenticated
  with check ((select private.is_admin()) and author = (select auth.uid()));
create policy "authors correct for a day" on public.order_notes for update to authenticated
  using ((select private.is_admin()) and author = (select auth.uid()) and created_at > now() - interval '1 day')
  with check ((select private.is_admin()) and author = (select auth.uid()));
create policy "authors delete for a day" on public.order_notes for delete to authenticated
  using ((select private.is_admin()) and author = (select auth.uid()) and created_at > now() - interval '1 day');

-- that a note was written, changed or deleted, and by whom; never what it said: it may say anything about anybody
select private.audit_table('public.order_notes', p_about => 'order_id', p_skipped => '{id,order_id,author,edited_at}', p_told => '{}');

-- a note may name its buyer: it goes when the buyer's telephone goes from the order, by erasure or by retention
-- (private.erase_person, private.erase_documents). nobody else may write that column.
create function private.erase_order_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_notes n where n.order_id = new.id;
  return null;
end $$;
revoke all on function private.erase_order_notes() from public;
create trigger erase_notes after update of full_name, phone on public.orders
  for each row when (new.phone = '' and (old.full_name, old.phone) is distinct from (new.full_name, new.phone)) execute function private.erase_order_notes();
