-- the constraints of undelivered parcels hold for what is stored, too
alter table public.shipments validate constraint shipments_undelivered;
alter table public.remittance_lines validate constraint remittance_lines_problem_check;
