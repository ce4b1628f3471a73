import type { RequestContext } from "../../../http/requestContext.ts";

/** What issuing a membership needs, with or without a visitor. */
export type IssueContext = Pick<RequestContext, "db" | "seller" | "providers" | "emailOptions">;
