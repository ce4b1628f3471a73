import { answerText } from "@foyer/rules/orders/answerText.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { surveysOfGroups, type CartAnswers } from "./rows.sql.ts";

/** The answers of carts to the surveys of some ticket groups as text, with each question's title if it still has one. */
export const answersInWords = async (
  ctx: StaffContext,
  carts: readonly CartAnswers[],
): Promise<(answers: CartAnswers, groups: readonly string[]) => string> => {
  const every = [...new Set(carts.flatMap((answers) => Object.keys(answers)))];
  const surveys = every.length === 0 ? [] : await surveysOfGroups(ctx, every);
  const byGroup = new Map(surveys.map(({ id, survey }) => [id, survey?.properties ?? {}]));
  return (answers, groups) =>
    Object.entries(answers)
      .filter(([group]) => groups.includes(group))
      .flatMap(([group, given]) =>
        Object.entries(given).map(
          ([key, answer]) => `${byGroup.get(group)?.[key]?.title ?? key}: ${answerText(answer)}`,
        ),
      )
      .join("; ");
};
