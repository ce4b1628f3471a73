-- allows: 0045
-- A job that lets buyers choose first: until its day they take their money back or another session by the link in its e-mail.
-- `tell_at`: when its orders are looked at next for buyers who have no e-mail yet; null once there is nobody left to tell.
alter table bulk_job add column offers_choice boolean not null default false;
alter table bulk_job add column tell_at timestamptz;
alter table bulk_job drop constraint bulk_job_check1;
alter table bulk_job add constraint bulk_job_words check ((action = 'write' or offers_choice) = (subject is not null and message is not null));
alter table bulk_job add constraint bulk_job_choice check (not offers_choice or action <> 'write' and from_day is not null);
alter table bulk_item add column told_at timestamptz;
grant update (tell_at) on bulk_job to foyer_app;
grant update (told_at) on bulk_item to foyer_app;
