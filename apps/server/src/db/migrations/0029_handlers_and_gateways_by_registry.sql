-- The application's registries say which ticket group handlers and payment gateways exist, and refuse any other before it
-- is written (docs/decisions/032). A list here would need a migration for each new one. The shape is still checked.

alter table ticket_group drop constraint ticket_group_handler_check;
alter table ticket_group add constraint ticket_group_handler_check check (handler ~ '^[a-z][a-z_]{0,29}$');

alter table payment drop constraint payment_gateway_id_check;
alter table payment add constraint payment_gateway_id_check check (gateway_id ~ '^[a-z][a-z_]{0,29}$');

alter table payment_keys drop constraint payment_keys_gateway_id_check;
alter table payment_keys add constraint payment_keys_gateway_id_check check (gateway_id ~ '^[a-z][a-z_]{0,29}$');

alter table payment_event drop constraint payment_event_gateway_id_check;
alter table payment_event add constraint payment_event_gateway_id_check check (gateway_id ~ '^[a-z][a-z_]{0,29}$');

alter table payment_reconciliation drop constraint payment_reconciliation_gateway_id_check;
alter table payment_reconciliation add constraint payment_reconciliation_gateway_id_check check (gateway_id ~ '^[a-z][a-z_]{0,29}$');

alter table saved_payment_method drop constraint saved_payment_method_gateway_id_check;
alter table saved_payment_method add constraint saved_payment_method_gateway_id_check check (gateway_id ~ '^[a-z][a-z_]{0,29}$');
