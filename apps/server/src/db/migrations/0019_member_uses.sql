-- What of a membership is used is counted by places, so that the last one is taken once whoever asks: a place of an
-- allowance for a visit, and one of the event's in the whole term. Null where nothing is counted.
alter table member_use
  add column place int check (place >= 1),
  add column term_place int check (term_place >= 1),
  -- It is for a day after the term, because the membership will be renewed by itself.
  add column counts_on_renewal boolean not null default false;
create unique index member_use_place on member_use
  (seller_id, membership_id, event_template_id, coalesce(local_day, '-infinity'), allowance, place) where place is not null;
create unique index member_use_term_place on member_use (seller_id, membership_id, event_template_id, term_place)
  where term_place is not null;
