-- allows: 0045
-- Until when a dispute can be answered at the provider.
create table dispute_deadline (
  seller_id uuid not null,
  payment_id uuid not null,
  provider_ref text not null,
  due_by timestamptz not null,
  primary key (seller_id, payment_id, provider_ref),
  foreign key (seller_id, payment_id) references payment (seller_id, id)
);

-- Who gets an e-mail, once a day at most, when something new needs a person.
create table money_notice (
  seller_id uuid not null references seller (id),
  staff_id uuid not null references staff (id),
  -- What was on the list when they chose it, or in their last e-mail.
  told text[] not null default '{}' check (cardinality(told) <= 1000),
  sent_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (seller_id, staff_id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['dispute_deadline', 'money_notice']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy of_its_seller on %I using (seller_id::text = current_setting(''app.seller'', true) or current_setting(''app.seller'', true) = ''*'')
      with check (seller_id::text = current_setting(''app.seller'', true) or current_setting(''app.seller'', true) = ''*'')', tenant_table);
  end loop;
end $$;
grant select, insert, update on dispute_deadline to foyer_app;
grant select, insert, update, delete on money_notice to foyer_app;
