-- allows: 0045
-- The revision whose publishing moved the job's sessions: the e-mails of a job that only writes say Was and Now of it.
alter table bulk_job add column moved_in_revision int;
