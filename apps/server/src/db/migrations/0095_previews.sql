-- allows: 0045
-- A preview is a seller of its own for a day: a catalogue with its drafts, at a secret address. An older server takes it for
-- any other seller, and would send its e-mails: open none while an upgrade is rolled out.
alter table seller add column preview_of uuid;
alter table seller add column preview_by uuid;
-- No other seller has an address like that of a preview. Its cards are those of the test gateway, and it has no host.
alter table seller add column preview_ends_at timestamptz constraint seller_preview check (
  case when slug ~ '--p-[a-z2-7]{26}$'
    then num_nulls(preview_of, preview_by, preview_ends_at) = 0 and host is null
      and configuration ->> 'gateway' is not distinct from 'test'
    else num_nonnulls(preview_of, preview_by, preview_ends_at) = 0 end);
create index seller_previews on seller (preview_of) where preview_of is not null;

-- Whether a row goes because its seller is a preview that is being deleted. Only delete_preview makes it so: it runs with the
-- rights of the tables' owner, which no server has.
create function removes_preview(of uuid) returns boolean language sql stable as $$
  select current_setting('app.ended_preview', true) = of::text
    and current_user = (select pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = 'public.seller'::regclass)
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.keep_until < now() or removes_preview(old.seller_id) then return old; end if;
  elsif erases_reason_only(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'audit entries are never changed, and deleted only after their time' using errcode = 'insufficient_privilege';
end $$;
create or replace function refuse_audit_personal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.identity_id is not null or old.keep_until < now() or removes_preview(old.seller_id) then return old; end if;
  end if;
  raise exception 'audit entries are never changed, and deleted only after their time' using errcode = 'insufficient_privilege';
end $$;
create or replace function refuse_journal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if removes_preview(old.seller_id) then return old; end if;
  end if;
  raise exception 'the journal is never changed: write another entry' using errcode = 'insufficient_privilege';
end $$;
create or replace function refuse_till_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if removes_preview(old.seller_id) then return old; end if;
  elsif tg_op = 'UPDATE' then
    if old.state <> 'closed' or erases_reason_only(to_jsonb(old), to_jsonb(new)) then return new; end if;
  end if;
  raise exception 'a closed till is never changed' using errcode = 'insufficient_privilege';
end $$;
create or replace function refuse_till_entry_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if removes_preview(old.seller_id) then return old; end if;
  elsif tg_op = 'UPDATE' then
    if erases_reason_only(to_jsonb(old), to_jsonb(new)) then return new; end if;
  end if;
  raise exception 'entries of a till are never changed' using errcode = 'insufficient_privilege';
end $$;

-- What may be deleted of a table only when something is so.
do $$
declare
  policy record;
begin
  for policy in
    select polname, polrelid::regclass as relation, pg_get_expr(polqual, polrelid) as condition from pg_policy
    where polcmd = 'd' and polrelid in ('transition'::regclass, 'payment_event'::regclass, 'scan'::regclass)
  loop
    execute format('alter policy %I on %s using ((%s) or removes_preview(seller_id))', policy.polname, policy.relation, policy.condition);
  end loop;
end $$;

-- Deletes a preview that is over, with its rows in every table: foreign keys are checked at the end of a statement, so one
-- statement needs no order. It names the seller by a literal, so that a cluster sends it to the seller's node, where a part of a
-- distributed table has the table's name with a number.
create function delete_preview(of uuid) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deletions text;
begin
  if not exists (select from seller where id = of and preview_of is not null and preview_ends_at <= app_now()) then
    raise exception 'only a preview that is over is deleted' using errcode = 'insufficient_privilege';
  end if;
  execute format('set local app.ended_preview = %L', of);
  select string_agg(format('%I as (delete from public.%I where seller_id = %L)', 'from_' || relname, relname, of), ', ' order by relname)
  into deletions
  from pg_class c
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname !~ '_[0-9]{6,}$' and relname <> 'cart'
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id' and not attisdropped);
  execute format('with %s delete from public.cart where seller_id = %L', deletions, of);
  delete from seller where id = of;
  set local app.ended_preview = '';
end $$;
grant execute on function delete_preview(uuid) to foyer_app;
