-- what admins note about a customer. she does not see them in the shop, and gets them with the export of her data (dpdp act 2023,
-- s.11): what is written here is written so that she may read it. they go with the account.

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  note text not null check (length(btrim(note)) between 1 and 2000),
  author uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index customer_notes_user_id_idx on public.customer_notes (user_id, created_at desc, id);
create index customer_notes_author_idx on public.customer_notes (author);
create trigger touch_updated_at before update on public.customer_notes for each row execute function private.touch_updated_at();
select private.audit_table('public.customer_notes', p_about => 'user_id', p_skipped => '{id,user_id,author}', p_told => '{}', p_values => false);

alter table public.customer_notes enable row level security;
revoke all on public.customer_notes from anon, authenticated;   -- nothing for anon
grant select, delete on public.customer_notes to authenticated;
grant insert (user_id, note) on public.customer_notes to authenticated;
grant update (note) on public.customer_notes to authenticated;
-- author and customer cannot be written: a note is in one's own name, about whom it was written
create policy "admins read" on public.customer_notes for select to authenticated using ((select private.is_admin()));
create policy "admins add" on public.customer_notes for insert to authenticated with check ((select private.is_admin()) and author = (select auth.uid()));
create policy "admins change their own" on public.customer_notes for update to authenticated
  using ((select private.is_admin()) and author = (select auth.uid())) with check ((select private.is_admin()) and author = (select auth.uid()));
create policy "admins delete their own, super admins any" on public.customer_notes for delete to authenticated
  using ((select private.is_admin()) and (author = (select auth.uid()) or (select private.is_super_admin())));

-- for the export of one's own data: what the shop has written down about the caller, without who wrote it
create function public.kept_about_me() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
      from public.customer_notes n where n.user_id = (select auth.uid())),
    'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at) from public.account_blocks b where b.user_id = (select auth.uid())),
    'figures', (select to_jsonb(f) - 'user_id' from public.customer_figures f where f.user_id = (select auth.uid())))
$$;
revoke all on function public.kept_about_me() from public;
grant execute on function public.kept_about_me() to authenticated;   -- nothing for anon
