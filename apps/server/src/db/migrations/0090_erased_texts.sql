-- allows: 0045
-- What staff have written about a person goes when the person is erased: its place says so, and who did what and when stays.
-- Nothing else may take the place of such a text.
create function refuse_rewritten_text() returns trigger language plpgsql as $$
declare
  changed text;
begin
  foreach changed in array tg_argv loop
    if to_jsonb(new) -> changed is distinct from to_jsonb(old) -> changed
      and to_jsonb(new) ->> changed is distinct from '[erased with the person]' then
      raise exception 'what staff have written is never rewritten' using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return new;
end $$;

create trigger refuse_rewritten_text before update on bulk_job for each row execute function refuse_rewritten_text('reason', 'subject', 'message');
create trigger refuse_rewritten_text before update on gift_card_act for each row execute function refuse_rewritten_text('reason');
create trigger refuse_rewritten_text before update on gift_card_batch for each row execute function refuse_rewritten_text('reason');
create trigger refuse_rewritten_text before update on replaced_gift_card_number for each row execute function refuse_rewritten_text('reason');
create trigger refuse_rewritten_text before update on code_batch for each row execute function refuse_rewritten_text('reason');
create trigger refuse_rewritten_text before update on operator_permit for each row execute function refuse_rewritten_text('reason');
grant update (reason, subject, message) on bulk_job to foyer_app;
grant update (reason) on gift_card_act, gift_card_batch, replaced_gift_card_number, code_batch, operator_permit to foyer_app;

-- Whether nothing but the text of a row goes.
create function erases_reason_only(before jsonb, after jsonb) returns boolean language sql immutable as $$
  select before ->> 'reason' is not null and after ->> 'reason' = '[erased with the person]'
    and before - 'reason' = after - 'reason'
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.keep_until < now() then return old; end if;
  elsif erases_reason_only(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'audit entries are never changed, and deleted only after their time' using errcode = 'insufficient_privilege';
end $$;
grant update (reason) on audit_entry to foyer_app;

create or replace function refuse_till_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'closed' or erases_reason_only(to_jsonb(old), to_jsonb(new)) then return new; end if;
  end if;
  raise exception 'a closed till is never changed' using errcode = 'insufficient_privilege';
end $$;
create or replace function refuse_till_entry_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if erases_reason_only(to_jsonb(old), to_jsonb(new)) then return new; end if;
  end if;
  raise exception 'entries of a till are never changed' using errcode = 'insufficient_privilege';
end $$;
grant update (reason) on till_entry to foyer_app;
