-- the form of a category names the top level 'none', and an api client may send it as it is: the column reads it as null, like
-- every other way in. a domain with a cast from json is how postgrest lets a column read its own input ("domain
-- representations"); the uuid type itself cannot be taught. reads, filters and sql see a plain uuid.

create domain public.category_parent as uuid;

create function public.category_parent(json) returns public.category_parent
language sql immutable strict parallel safe
return nullif($1 #>> '{}', 'none')::uuid;
revoke all on function public.category_parent(json) from public;
grant execute on function public.category_parent(json) to authenticated, service_role;
grant execute on function public.category_parent(json) to authenticator;   -- postgrest reads the casts that its own login may use

create cast (json as public.category_parent) with function public.category_parent(json) as implicit;

-- a column that a trigger names cannot change its type
drop trigger refuse_category_cycle on public.categories;
alter table public.categories alter column parent_id type public.category_parent;
create trigger refuse_category_cycle before insert or update of parent_id on public.categories
  for each row when (new.parent_id is not null) execute function private.refuse_category_cycle();
