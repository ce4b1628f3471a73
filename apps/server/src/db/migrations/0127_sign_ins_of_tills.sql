-- allows: 0045
create index concurrently staff_sign_in_till on staff_sign_in (till_id) where till_id is not null;
