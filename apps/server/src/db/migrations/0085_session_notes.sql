-- allows: 0045
-- What staff note about a session, for staff alone. No part of the catalogue: an import leaves it as it is.
alter table event_session add column note text;
