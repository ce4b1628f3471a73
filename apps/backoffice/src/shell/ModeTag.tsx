import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { CardMode } from "@foyer/contract/office/money/paymentKeys.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { paymentModeQuery } from "../shared/queries.ts";
import css from "./Shell.module.css";

const tags: Readonly<Record<CardMode, ReactNode>> = {
  test: (
    <Tag tone="warning">
      <span>
        Test<span className={css.meaning}>: no money moves</span>
      </span>
    </Tag>
  ),
  live: <Tag tone="success">Live payments</Tag>,
  none: <Tag>No card payments</Tag>,
  unknown: <Tag tone="danger">Payment keys cannot be read</Tag>,
};

/** Shown beside the seller's name on every screen: whether payments are real or tests. */
export function ModeTag({ slug }: { readonly slug: string }) {
  const { data } = useQuery(paymentModeQuery(slug));
  return <p className={css.mode}>{data && tags[data.mode]}</p>;
}
