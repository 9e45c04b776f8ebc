-- the list of staff has products of every status: without these, a million were sorted for a page of fifty
create index products_listed_idx on public.products (created_at desc, id);
create index products_listed_by_price_idx on public.products (base_price, id);
