-- allows: 0045
-- From which country somebody signed in, as a trusted proxy said; null where none did.
alter table staff_sign_in add column country text check (country ~ '^[A-Z]{2}$');
