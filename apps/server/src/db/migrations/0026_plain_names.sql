-- Tables, columns and a function take the names that the code uses for them (docs/glossary.md). Nothing else changes:
-- policies and foreign keys follow by themselves; indexes and constraints are renamed at the end.

-- Row policies hold for the owner too: the updates below are for all sellers.
select set_config('app.seller', '*', true);

alter table house_secret rename to installation_secret;
alter table house_note rename to installation_note;
alter table idem rename to idempotency_key;
alter table login_trip rename to oauth_state;
alter table login_try rename to login_attempt;
alter table payment_try rename to payment_attempt;
alter table payment_watch rename to payment_reconciliation;
alter table method_to_forget rename to payment_method_removal;
alter table member_use rename to allowance_use;
alter table login_jwt_spent rename to spent_login_token;
alter table captcha_spent rename to spent_captcha;

alter function person_of(text) rename to normalized_email;

alter table cart rename column link_open to link_stays_open;
alter table cart rename column hold_until_at_most to max_hold_until;
alter table cart rename column paying_until to leased_until;
alter table cart rename column place to client_network;
alter table cart rename column lost to released_with_hold;
alter table cart_code rename column at_work to is_applied;
alter table allowance_use rename column place to visit_index;
alter table allowance_use rename column term_place to term_index;
alter table scheduled_payment rename column place to position;
alter table payment_attempt rename column place to client_network;
alter table payment_reconciliation rename column seen_until to reconciled_until;
alter table payment_reconciliation rename column asked_at to checked_at;
alter table payment_method_removal rename column forgotten_at to removed_at;
alter table payment_method_removal rename column tries to attempts;
alter table oauth_state rename column way to purpose;
alter table login_attempt rename column place to client_network;
alter table login_attempt rename column door to action;
alter table spent_login_token rename column mark to token_hash;
alter table spent_captcha rename column mark to token_hash;
alter table user_login rename column email_proved_at to email_verified_at;
alter table identity rename column taken_at to claimed_at;
alter table identity rename column named_by_id to created_by_identity_id;
alter table auto_renewal rename column told_at to notified_at;
alter table auto_renewal rename column tried_at to attempted_at;
alter table auto_renewal rename column after_try to next_step;
alter table auto_renewal rename column taking_at to capture_started_at;
alter table auto_renewal rename column hand_cart_ids to manual_cart_ids;
alter table code rename column folded to normalized;
alter table ledger_account rename column folded to normalized;
alter table idempotency_key rename column said to request_hash;
alter table idempotency_key rename column actor to identity_id;

-- The reason why a cart could not be restored is a key of that column's JSON.
update cart set released_with_hold = (released_with_hold - 'gone') || jsonb_build_object('restore_failure',
    case released_with_hold ->> 'gone' when 'places' then 'capacity' else released_with_hold ->> 'gone' end)
  where released_with_hold ? 'gone';

-- Values that name a purpose and a reason.
alter table oauth_state drop constraint login_trip_way_check, drop constraint login_trip_check, drop constraint login_trip_check1;
update oauth_state set purpose = case purpose when 'in' then 'login' else 'logout' end;
alter table oauth_state
  add constraint oauth_state_purpose_check check (purpose in ('login', 'logout')),
  add constraint oauth_state_login_check
    check ((purpose = 'login') = (browser_hash is not null and issuer is not null and redirect_path is not null)),
  add constraint oauth_state_logout_check check ((purpose = 'logout') = (url is not null));
alter table refund drop constraint refund_reason_check;
update refund set reason = case reason when 'asked' then 'requested' when 'outside' then 'external' else reason end;
alter table refund add constraint refund_reason_check check (reason in ('late', 'requested', 'external'));

-- Indexes and constraints are named after their tables and columns again.
do $rename$
declare
  renamed record;
  current_name text;
begin
  create temporary table renaming (relation regclass, before text, after text) on commit drop;
  insert into renaming values
    ('installation_secret', '^house_secret_', 'installation_secret_'),
    ('installation_note', '^house_note_', 'installation_note_'),
    ('idempotency_key', '^idem_', 'idempotency_key_'),
    ('idempotency_key', '_actor_', '_identity_id_'),
    ('idempotency_key', '_said_', '_request_hash_'),
    ('oauth_state', '^login_trip_', 'oauth_state_'),
    ('oauth_state', '_way_', '_purpose_'),
    ('login_attempt', '^login_try_', 'login_attempt_'),
    ('login_attempt', '_place$', '_client_network'),
    ('login_attempt', '_door_', '_action_'),
    ('payment_attempt', '^payment_try_', 'payment_attempt_'),
    ('payment_attempt', '_place$', '_client_network'),
    ('payment_reconciliation', '^payment_watch_', 'payment_reconciliation_'),
    ('payment_reconciliation', '_asked_at_', '_checked_at_'),
    ('payment_reconciliation', '_seen_until_', '_reconciled_until_'),
    ('payment_method_removal', '^method_to_forget_', 'payment_method_removal_'),
    ('payment_method_removal', '_tries_', '_attempts_'),
    ('allowance_use', '^member_use_', 'allowance_use_'),
    ('allowance_use', '_term_place', '_term_index'),
    ('allowance_use', '_place', '_visit_index'),
    ('spent_login_token', '^login_jwt_spent_', 'spent_login_token_'),
    ('spent_login_token', '_mark_', '_token_hash_'),
    ('spent_captcha', '^captcha_spent_', 'spent_captcha_'),
    ('spent_captcha', '_mark_', '_token_hash_'),
    ('scheduled_payment', '_place_', '_position_'),
    ('code', '_folded_', '_normalized_'),
    ('ledger_account', '_folded_', '_normalized_'),
    ('identity', '_named_by', '_created_by'),
    ('identity', '_person$', '_normalized_email'),
    ('cart', '_place$', '_client_network'),
    ('transition', '_let_go$', '_released');
  -- Several rows of the table may change one name, so each name is read when its turn comes.
  for renamed in
    select r.*, c.oid as id from renaming r join pg_constraint c on c.conrelid = r.relation
  loop
    select conname into current_name from pg_constraint where oid = renamed.id;
    if current_name ~ renamed.before then
      execute format('alter table %s rename constraint %I to %I', renamed.relation, current_name,
        left(regexp_replace(current_name, renamed.before, renamed.after), 63));
    end if;
  end loop;
  for renamed in
    select r.*, i.indexrelid as id from renaming r join pg_index i on i.indrelid = r.relation
  loop
    select relname into current_name from pg_class where oid = renamed.id;
    if current_name ~ renamed.before then
      execute format('alter index %I rename to %I', current_name,
        left(regexp_replace(current_name, renamed.before, renamed.after), 63));
    end if;
  end loop;
end
$rename$;
alter sequence login_try_id_seq rename to login_attempt_id_seq;
