-- allows: 0045
-- Where somebody signed in, for a sign-in ends there after the time that the seller sets: the till that is used in the
-- browser until it is closed, and whose paired device the browser is.
alter table staff_sign_in
  add column till_seller_id uuid,
  add column till_id uuid,
  add column device_seller_id uuid;
