import type { ChangedBuyers } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import { useOwnSeller } from "../../../shared/queries.ts";
import { AnswerFields, type TypedAnswer } from "./AnswerFields.tsx";

type QuestionProps = {
  readonly slug: string;
  readonly buyers: ChangedBuyers;
  readonly answer: TypedAnswer;
  readonly onChange: (answer: TypedAnswer) => void;
};

/** Asks whether to write to the buyers of changed sessions, if there are any. */
export function BuyersQuestion({ slug, buyers, answer, onChange }: QuestionProps) {
  const { can } = useOwnSeller(slug);
  if (buyers.orders === 0) return null;
  return <AnswerFields answer={answer} mayWrite={can("bulk.run") && can("order.resend")} onChange={onChange} />;
}
