-- allows: 0045
create index concurrently identity_by_email on identity (seller_id, email collate any_case) where email is not null;
