-- allows: 0045
-- For whom staff keep places of a session, and why, goes when that person is erased, as does their name in the entries of the
-- audit log about such things. Nothing else may take the place of these words.
create trigger refuse_rewritten_text before update on house_hold for each row execute function refuse_rewritten_text('name', 'reason');
grant update (name, reason) on house_hold to foyer_app;

-- Whether nothing but words of an entry go: its reason, and the name of what it is about.
create function erases_words_only(before jsonb, after jsonb) returns boolean language sql immutable as $$
  select before #- '{reason}' #- '{before,name}' #- '{after,name}' = after #- '{reason}' #- '{before,name}' #- '{after,name}'
    and bool_and(after #> word.path is not distinct from before #> word.path
      or before #>> word.path is not null and after #>> word.path is not distinct from '[erased with the person]')
  from (values ('{reason}'::text[]), ('{before,name}'), ('{after,name}')) as word (path)
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.keep_until < now() or removes_preview(old.seller_id) then return old; end if;
  elsif erases_words_only(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception 'audit entries are never changed, and deleted only after their time' using errcode = 'insufficient_privilege';
end $$;
grant update (before, after) on audit_entry to foyer_app;
