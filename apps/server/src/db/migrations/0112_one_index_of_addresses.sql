-- allows: 0045
-- Row-level security kept every statement from it.
drop index identity_email;
