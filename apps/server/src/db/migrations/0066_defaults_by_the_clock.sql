-- allows: 0045
-- A moment that a statement leaves out is the product's, as in all newer tables: app_now(), and not the database's own clock. Some of these
-- columns are compared with others that app_now() wrote.
alter table seller alter column created_at set default app_now();
alter table ticket_group alter column limits_changed_at set default app_now();
alter table price_log alter column since set default app_now();
alter table identity alter column created_at set default app_now();
alter table visitor_session alter column created_at set default app_now(), alter column seen_at set default app_now();
alter table user_login alter column created_at set default app_now();
alter table external_login alter column created_at set default app_now();
alter table cart alter column created_at set default app_now();
alter table cart_code alter column created_at set default app_now();
alter table ticket alter column created_at set default app_now();
alter table ticket_order alter column created_at set default app_now();
alter table payment alter column created_at set default app_now(), alter column updated_at set default app_now();
alter table payment_attempt alter column created_at set default app_now();
alter table payment_audit alter column occurred_on set default app_now();
alter table payment_event alter column created_at set default app_now();
alter table payment_keys alter column updated_at set default app_now();
alter table payment_method_removal alter column created_at set default app_now();
alter table provider_keys alter column updated_at set default app_now();
alter table stripe_intent alter column created_at set default app_now();
alter table test_gateway_intent alter column created_at set default app_now();
alter table test_gateway_method alter column created_at set default app_now();
alter table test_gateway_refund alter column created_at set default app_now();
alter table refund alter column created_at set default app_now(), alter column updated_at set default app_now();
alter table scheduled_payment alter column created_at set default app_now();
alter table ledger_account alter column created_at set default app_now();
alter table ledger_entry alter column created_at set default app_now();
alter table membership alter column created_at set default app_now();
alter table membership_gift alter column created_at set default app_now();
alter table saved_payment_method alter column created_at set default app_now();
alter table auto_renewal alter column created_at set default app_now();
alter table order_change alter column created_at set default app_now();
alter table order_invoice alter column created_at set default app_now();
alter table transition alter column at set default app_now();
alter table outbox alter column next_at set default app_now(), alter column created_at set default app_now();
