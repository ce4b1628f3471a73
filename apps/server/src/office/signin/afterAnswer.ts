import type { OfficeContext } from "../../http/staff/staffContext.ts";

/** Does what the answer must not wait for, since waiting would tell whether an account exists. */
export const afterAnswer = ({ log }: Pick<OfficeContext, "log">, work: () => Promise<unknown>): void => {
  setImmediate(() => {
    work().catch((error: unknown) => {
      const err = error instanceof Error ? error.message : String(error);
      log.error({ event: "staff_after_answer_failed", err }, "work after a reply failed");
    });
  });
};
