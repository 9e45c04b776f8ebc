-- the tree of categories as the back office arranges it (docs/rules.md#categories). all three run as the caller: policies
-- decide about rows, and the check at the head gives who is no admin an error instead of nothing done.

-- how many products of any status stand in each category itself, not below it
create function public.category_usage() returns table (category_id uuid, products bigint)
language sql stable security invoker set search_path = '' as $$
  select p.category_id, count(*) from public.products p where p.category_id is not null group by p.category_id
$$;
revoke all on function public.category_usage() from public;
grant execute on function public.category_usage() to authenticated;   -- counts what the caller may see; nothing for anon

-- puts the categories of one parent (null: the top) into this order. the list names all that stand there and may bring others
-- in; one that leaves out somebody or names somebody gone was drawn from an old tree, and is refused whole.
create function public.arrange_categories(p_parent uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.has_role((select auth.uid()), 'admin') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  -- the lock of private.refuse_category_cycle(), taken before the tree is read
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (select from public.categories c where c.parent_id is not distinct from p_parent and c.id <> all (p_ids))
    or (select count(*) from public.categories c where c.id = any (p_ids)) <> cardinality(p_ids)
    or (p_parent is not null and not exists (select from public.categories c where c.id = p_parent)) then
    raise exception 'The categories were changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.categories c set parent_id = p_parent, display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where c.id = wanted.id and (c.parent_id is distinct from p_parent or c.display_order <> wanted.place);
end $$;
revoke all on function public.arrange_categories(uuid, uuid[]) from public;
grant execute on function public.arrange_categories(uuid, uuid[]) to authenticated;

-- deletes a category after its products and sub-categories went where the admin said (sub-categories: null is the top). the
-- numbers are those she was shown: with others there the question was another one. answers the picture, for the caller to remove.
create function public.delete_category(
  p_id uuid, p_products integer, p_children integer, p_products_to uuid default null, p_children_to uuid default null
) returns text
language plpgsql security invoker set search_path = '' as $$
declare
  picture text;
  products integer;
  children integer;
begin
  if not public.has_role((select auth.uid()), 'admin') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  select c.image_url into picture from public.categories c where c.id = p_id for update;   -- a new product waits for this
  if not found then
    raise exception 'This category is gone already' using errcode = 'PT404', detail = '{"code":"NOT_FOUND"}';
  end if;
  select count(*) into products from public.products p where p.category_id = p_id;
  select count(*) into children from public.categories c where c.parent_id = p_id;
  if products <> p_products or children <> p_children then
    raise exception 'The category was changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if products > 0 and (p_products_to is null or p_products_to = p_id) then
    raise exception 'Say where the products go' using errcode = '22023', detail = '{"code":"INVALID","field":"products_to"}';
  end if;
  if children > 0 and p_children_to = p_id then
    raise exception 'Say where the sub-categories go' using errcode = '22023', detail = '{"code":"INVALID","field":"children_to"}';
  end if;
  update public.products p set category_id = p_products_to where p.category_id = p_id;
  update public.categories c set parent_id = p_children_to where c.parent_id = p_id;
  delete from public.categories c where c.id = p_id;
  return picture;
end $$;
revoke all on function public.delete_category(uuid, integer, integer, uuid, uuid) from public;
grant execute on function public.delete_category(uuid, integer, integer, uuid, uuid) to authenticated;
