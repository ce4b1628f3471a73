-- allows: 0045
-- identity_user_last_name and identity_user_first_name serve what these did.
drop index identity_account_last_name;
drop index identity_account_first_name;
