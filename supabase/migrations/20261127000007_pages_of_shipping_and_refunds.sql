alter table "public"."page_texts" drop constraint "page_texts_page_check";

alter table "public"."page_texts" add constraint "page_texts_page_check" CHECK ((page = ANY (ARRAY['terms'::text, 'privacy'::text, 'about'::text, 'shipping'::text, 'refunds'::text]))) not valid;

alter table "public"."page_texts" validate constraint "page_texts_page_check";
