-- allows: 0045
-- Accounts are found by the beginning of a name in any spelling, and by a telephone number.
create index concurrently identity_user_last_name on identity (seller_id, last_name collate any_spelling) where kind = 'user';
create index concurrently identity_user_first_name on identity (seller_id, first_name collate any_spelling) where kind = 'user';
create index concurrently identity_user_phone on identity (seller_id, phone collate any_spelling) where kind = 'user' and phone is not null;
