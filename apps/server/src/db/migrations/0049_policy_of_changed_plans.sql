-- allows: 0045
-- As the policies of all other tables: without a subquery, which a distributed table may not have.
alter policy of_its_seller on plan_change
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
