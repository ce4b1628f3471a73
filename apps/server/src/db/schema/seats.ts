import type { Generated } from "kysely";
import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import type { Json } from "./columns.ts";

export type SeatMapTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  width: number;
  height: number;
  other_elements: Json<object[]>;
  map_geometry: Json<object[]>;
  retired: Generated<boolean>;
};

export type SeatTable = {
  seller_id: string;
  id: string;
  seat_map_id: string;
  key: string;
  section: string;
  row: string;
  label: string;
  name: string;
  zone: string;
  x: number;
  y: number;
  r: number;
  kind: SeatKind | null;
  note: string | null;
  previous_id: string | null;
  next_id: string | null;
  rank: Generated<number>;
  retired: Generated<boolean>;
};
