-- a buyer who changed how their name is typed got a second ledger in Tally
create index if not exists documents_buyer_gstin_idx on public.documents ((content #>> '{order,gstin}'), issued_at, id) where content #>> '{order,gstin}' is not null;

-- the name on the first document that was ever issued to each of these GSTINs: one buyer has one ledger in every export, however the name
-- was typed later. a GSTIN without a document has no row
create or replace function private.first_buyer_names(p_user uuid, p_gstins text[]) returns table (gstin text, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query select g.gstin, f.name from unnest(p_gstins) g (gstin)
    cross join lateral (select coalesce(d.content #>> '{order,company_name}', d.content #>> '{order,full_name}') as name from public.documents d
      where d.content #>> '{order,gstin}' = g.gstin order by d.issued_at, d.id limit 1) f;
end $$;
revoke all on function private.first_buyer_names(uuid, text[]) from public;
grant execute on function private.first_buyer_names(uuid, text[]) to shop_orders;
