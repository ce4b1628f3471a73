-- allows: 0045
-- What staff have chosen for the e-mail about a refund: {"is_sent": true, "sentence": "..."}. Null: it is sent as it is. Cleared
-- once the provider has answered.
alter table refund add column email_choice jsonb;
