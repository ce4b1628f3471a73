-- Why the venue ended a cart's payment plan, and who there did; null otherwise, and once erased.
alter table cart add column ended_reason text;
alter table cart add column ended_by text;
