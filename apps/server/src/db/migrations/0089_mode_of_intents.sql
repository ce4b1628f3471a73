-- allows: 0045
-- Whether the intent was made with live keys. Null: by a server of before, nobody knows.
alter table stripe_intent add column is_live boolean;
