-- What a cart had besides its tickets when its time was over, if somebody had begun to pay for it: its codes, what
-- discounts took off, and by which memberships its tickets were allowed. Money that comes late is for just that. Where
-- it could not be had again, `gone` says what was missing.
alter table cart add column lost jsonb;
