alter table "public"."settings" drop constraint "settings_accent";

alter table "public"."settings" drop constraint "settings_second_colour";

alter table "public"."settings" add constraint "settings_accent" CHECK (((accent ~ '^#[0-9a-f]{6}$'::text) AND (private.luminance(accent) <= (0.12)::double precision))) not valid;

alter table "public"."settings" validate constraint "settings_accent";

alter table "public"."settings" add constraint "settings_second_colour" CHECK (((second_colour ~ '^#[0-9a-f]{6}$'::text) AND (private.luminance(second_colour) <= (0.12)::double precision))) not valid;

alter table "public"."settings" validate constraint "settings_second_colour";
