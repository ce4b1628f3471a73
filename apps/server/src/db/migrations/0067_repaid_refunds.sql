-- allows: 0045
-- A failed refund whose money went otherwise: what of it was repaid outside of the provider. The rest went by refunds that
-- were made by hand. Null: it is still owed.
alter table refund add column repaid_elsewhere bigint check (repaid_elsewhere between 0 and amount);
