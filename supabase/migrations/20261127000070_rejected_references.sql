alter table "public"."payments" drop constraint "payments_provider_reference_key";

CREATE UNIQUE INDEX payments_provider_reference_key ON public.payments USING btree (provider_reference) WHERE (state <> 'failed'::text);

CREATE INDEX payments_provider_reference_idx ON public.payments USING btree (provider_reference) WHERE (provider_reference IS NOT NULL);
