-- A day is read by the index alone once a vacuum has seen it. By default that comes after a fifth of all days, with a million orders in twelve days.

alter table private.sales_products set (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.01);
