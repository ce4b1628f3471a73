-- allows: 0045
-- Invitations and visits of the operator are deleted some time after they are over: the audit log has both.
grant delete on staff_invitation, operator_permit to foyer_app;
create index staff_invitation_end on staff_invitation (coalesce(accepted_at, withdrawn_at, expires_at));
create index operator_permit_age on operator_permit (seller_id, ends_at);
