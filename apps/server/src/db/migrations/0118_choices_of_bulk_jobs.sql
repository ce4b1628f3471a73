-- allows: 0045
-- A job that lets buyers choose first: until its day they take their money back or another session by the link in its e-mail,
-- which has these words. `tell_at`: when its orders are looked at next for buyers who have no e-mail yet; null once there is
-- nobody left to tell.
alter table bulk_job add column choice_subject text check (length(choice_subject) between 1 and 200);
alter table bulk_job add column choice_message text check (length(choice_message) between 1 and 5000);
alter table bulk_job add column tell_at timestamptz;
alter table bulk_item add column told_at timestamptz;
create trigger refuse_rewritten_choice before update on bulk_job for each row execute function refuse_rewritten_text('choice_subject', 'choice_message');
grant update (tell_at, choice_subject, choice_message) on bulk_job to foyer_app;
grant update (told_at) on bulk_item to foyer_app;
