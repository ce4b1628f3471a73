-- allows: 0045
-- Accounts are found by the beginning of a name, also those of people who have bought nothing yet.
create index concurrently identity_account_last_name on identity (seller_id, last_name collate "C") where kind = 'user';
create index concurrently identity_account_first_name on identity (seller_id, first_name collate "C") where kind = 'user';
