-- allows: none
-- An older server would look for the former names.
alter table staff_try rename to staff_attempt;
alter table money_notice rename column told to notified;
