import type { Generated, JSONColumnType } from "kysely";
import type { Moment } from "./columns.ts";

export type CodeGroupTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  description: string | null;
  rank: Generated<number>;
  retired: Generated<boolean>;
};

export type CodeTable = {
  seller_id: string;
  id: string;
  code_group_id: string;
  code: string;
  folded: string;
  valid_from: string | null;
  valid_to: string | null;
  max_uses: Generated<number>;
  used: Generated<number>;
  retired: Generated<boolean>;
};

export type CartCodeTable = { seller_id: string; cart_id: string; code_id: string; created_at: Moment };

export type CheckoutRuleTable = {
  seller_id: string;
  id: string;
  event_template_id: string | null;
  key: string;
  description: string;
  blocks: "reserve" | "checkout";
  code_group_id: string | null;
  conditions: JSONColumnType<object[], string, string>;
  rank: Generated<number>;
};
