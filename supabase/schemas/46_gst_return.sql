-- one page of what was issued from p_from until p_until, oldest first: the facts frozen under each number, and `at` to go on
-- from. ids are descending within the same time, as documents_issued_at_idx does when it is read backwards.
create function private.gst_documents(p_user uuid, p_from timestamptz, p_until timestamptz, p_after_at timestamptz, p_after_id uuid, p_limit integer)
returns table (id uuid, at text, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the return' using errcode = '42501'; end if;
  return query select d.id, private.utc_text(d.issued_at), d.content from public.documents d
    where d.issued_at >= coalesce(p_after_at, p_from) and d.issued_at < p_until
      and (p_after_at is null or d.issued_at > p_after_at or d.id < p_after_id)
    order by d.issued_at, d.id desc limit least(p_limit, 1000);
end $$;

-- which of these numbers were ever issued: a series that begins the month with 13 had its 12 before
create function private.gst_serials(p_user uuid, p_serials text[]) returns table (serial text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the return' using errcode = '42501'; end if;
  return query select d.serial from public.documents d where d.serial = any (p_serials);
end $$;
revoke all on function private.gst_documents(uuid, timestamptz, timestamptz, timestamptz, uuid, integer), private.gst_serials(uuid, text[]) from public;
grant execute on function private.gst_documents(uuid, timestamptz, timestamptz, timestamptz, uuid, integer), private.gst_serials(uuid, text[]) to shop_orders;
