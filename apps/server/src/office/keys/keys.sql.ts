import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type KeyUse = {
  readonly payments: number;
  readonly refunds: number;
  readonly renewals: number;
  readonly heard_at: string | null;
};

/**
 * What is pending with a gateway's keys, and when its last webhook of the last 30 days arrived. A refund that has been
 * pending for longer is disregarded: providers decide within about ten working days.
 */
export const keyUse = async (pipeline: Pipeline, seller_id: string, gateway_id: string): Promise<KeyUse> => {
  const [row] = await statementWithFreshPlan<KeyUse>(
    pipeline,
    `select
       (select count(*) from payment where seller_id = $1 and gateway_id = $2 and state in ('created', 'processing', 'authorized'))::int as payments,
       (select count(*) from refund r join payment p on p.seller_id = $1 and p.id = r.payment_id
         where r.seller_id = $1 and r.state in ('created', 'pending') and r.created_at > app_now() - interval '30 days'
           and p.gateway_id = $2)::int as refunds,
       (select count(*) from auto_renewal r join saved_payment_method m on m.seller_id = $1 and m.id = r.saved_payment_method_id
         where r.seller_id = $1 and r.state = 'scheduled' and m.gateway_id = $2)::int as renewals,
       (select max(created_at) from payment_event
         where seller_id = $1 and gateway_id = $2 and created_at > app_now() - interval '30 days') as heard_at`,
    [seller_id, gateway_id],
  );
  return row ?? { payments: 0, refunds: 0, renewals: 0, heard_at: null };
};
