-- photos of a return, and the list of returns in the back office

-- may this customer add a photo? asked before the file is decoded, and again when it is stored
create function private.may_add_return_photo(p_user uuid, p_return uuid, out refusal text)
language plpgsql stable security definer set search_path = '' as $$
declare
  found_state text;
begin
  select r.state into found_state from public.returns r join public.orders o on o.id = r.order_id where r.id = p_return and o.user_id = p_user;
  refusal := case when not found then 'GONE' when found_state <> 'requested' then 'STALE'
    when (select count(*) from private.return_photos p where p.return_id = p_return) >= private.limit_of('return_photos') then 'TOO_MANY' end;
end $$;

-- stores a photo that the server has encoded again; returns why not
create function private.add_return_photo(p_user uuid, p_return uuid, p_bytes bytea, out refusal text)
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.returns r where r.id = p_return for update;   -- two at once would both be below the limit
  refusal := private.may_add_return_photo(p_user, p_return);
  if refusal is null then insert into private.return_photos (return_id, bytes, created_at) values (p_return, p_bytes, private.clock_now()); end if;
end $$;

-- the ids of a return's photos, and one photo as base64: for the owner of the order, and for staff who see orders
create function public.return_photo_ids(p_return uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.id order by p.created_at, p.id), '{}') from private.return_photos p join public.returns r on r.id = p.return_id
  join public.orders o on o.id = r.order_id
  where r.id = p_return and (o.user_id = auth.uid() or private.may('orders.read'))
$$;

create function public.return_photo(p_photo uuid) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(p.bytes, 'base64'), e'\n', '') from private.return_photos p join public.returns r on r.id = p.return_id
  join public.orders o on o.id = r.order_id
  where p.id = p_photo and (o.user_id = auth.uid() or private.may('orders.read'))
$$;

-- what a customer may send back: until when, and how many pieces of each line; null: nothing, or not any more
create function public.returnable(p_order uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('until', private.returnable_until(o.id), 'open', coalesce(private.returnable_until(o.id) >= private.clock_now(), false),
    'pieces', (select jsonb_object_agg(p.item, p.rest) from private.returnable_pieces(o.id) p where p.rest > 0))
  from public.orders o where o.id = p_order and o.status = 'delivered' and (o.user_id = auth.uid() or private.may('orders.read'))
$$;

-- how many returns wait for staff, by state
create function public.return_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('orders.read') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  return (select jsonb_object_agg(s.state, (select count(*) from (select from public.returns r where r.state = s.state limit 10001) c))
    from unnest('{requested,approved,received}'::text[]) s (state));
end $$;

revoke all on function private.may_add_return_photo(uuid, uuid), private.add_return_photo(uuid, uuid, bytea), public.return_photo_ids(uuid),
  public.return_photo(uuid), public.returnable(uuid), public.return_counts() from public;
grant execute on function private.may_add_return_photo(uuid, uuid), private.add_return_photo(uuid, uuid, bytea) to shop_orders;

-- the bodies let the owner of the order and staff through; nothing for anon
grant execute on function public.return_photo_ids(uuid), public.return_photo(uuid), public.returnable(uuid), public.return_counts() to authenticated;
