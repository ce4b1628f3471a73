-- allows: 0045
-- Gift cards with something on them, by their end.
create index concurrently ledger_account_end on ledger_account (valid_to, seller_id) where state = 'active' and balance > 0 and valid_to is not null;
