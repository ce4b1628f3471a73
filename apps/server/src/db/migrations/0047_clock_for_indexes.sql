-- allows: 0045
-- The same clock in other words. Under row-level security a condition may use an index only where PostgreSQL sees that it tells nothing of
-- rows it must not show. It does not see that of `coalesce`, but of `case`: so no condition on app_now() was an index condition.
create or replace function app_now() returns timestamptz language sql stable as
  $$ select now() + case when current_setting('app.clock', true) <> '' then current_setting('app.clock', true)::interval else interval '0' end $$;
