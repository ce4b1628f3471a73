import type { OfficeContext } from "../../http/staff/staffContext.ts";

/** Runs work that the reply must not wait for, since its duration would reveal whether an account exists. */
export const afterAnswer = ({ log }: Pick<OfficeContext, "log">, work: () => Promise<unknown>): void => {
  setImmediate(() => {
    work().catch((error: unknown) => {
      const err = error instanceof Error ? error.message : String(error);
      log.error({ event: "staff_after_answer_failed", err }, "work after a reply failed");
    });
  });
};
