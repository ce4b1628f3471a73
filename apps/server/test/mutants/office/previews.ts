import type { Mutant } from "../mutant.ts";

const folder = "apps/server/src/office/editing/previews";
const opening = `${folder}/previews.test.ts`;
const apart = `${folder}/previewApart.test.ts`;
const gateway = `${folder}/previewGateway.test.ts`;
const pages = "apps/server/src/page/previews.test.ts";
const outbox = "apps/server/src/jobs/emails/outbox.sql.ts";
const finder = "apps/server/src/http/sellerFinder.ts";
const operator = "apps/server/src/office/operator/sellers.sql.ts";

export const previewMutants: readonly Mutant[] = [
  {
    name: "preview_email_kept",
    protects: "tenancy",
    file: "apps/server/src/providers/mail/outbox.sql.ts",
    changes: [{ from: "then 'kept' else 'queued' end`", to: "then 'queued' else 'queued' end`" }],
    killedBy: { file: apart, test: "e-mails of a preview are kept from the start" },
  },
  {
    name: "preview_login_email_kept",
    protects: "tenancy",
    file: "apps/server/src/modules/identity/tokens/oneTimeTokens.sql.ts",
    changes: [{ from: "${seller.preview_until !== undefined}::boolean", to: "${seller.slug === ''}::boolean" }],
    killedBy: { file: apart, test: "e-mails of a preview with a code for a login are kept as well" },
  },
  {
    name: "preview_email_not_claimed",
    protects: "tenancy",
    file: outbox,
    changes: [{ from: " and s.preview_of is null order by", to: " order by" }],
    killedBy: { file: apart, test: "e-mails of a preview are kept from the start" },
  },
  {
    name: "preview_email_not_queued_again",
    protects: "tenancy",
    file: outbox,
    changes: [{ from: "    .where(isSendable)\n", to: "" }],
    killedBy: { file: apart, test: "e-mails of a preview are kept from the start" },
  },
  {
    name: "preview_reaches_test_gateway_only",
    protects: "money",
    file: "apps/server/src/providers/sellerOrigin.ts",
    changes: [{ from: "if (seller.preview_until !== undefined)", to: 'if (seller.preview_until === "")' }],
    killedBy: { file: gateway, test: "where cards are taken by Stripe a preview pays by the test gateway" },
  },
  {
    name: "gateways_of_previews",
    protects: "money",
    file: "apps/server/src/providers/payments/gatewayRegistry.ts",
    changes: [{ from: 'isForTests || id === "ledger"', to: 'isForTests || id !== ""' }],
    killedBy: { file: gateway, test: "where cards are taken by Stripe a preview pays by the test gateway" },
  },
  {
    name: "test_bank_for_previews",
    protects: "money",
    file: "apps/server/src/page/dev/testBank.ts",
    changes: [
      { from: "(!isForPreviews || seller.preview_until !== undefined)", to: "(!isForPreviews || seller.slug !== '')" },
    ],
    killedBy: { file: gateway, test: "in production the test bank confirms payments of previews" },
  },
  {
    name: "preview_gateway_by_document",
    protects: "money",
    file: `${folder}/previewDocument.ts`,
    changes: [{ from: '{ ...configuration, gateway: "test" }', to: "{ ...configuration }" }],
    killedBy: { file: gateway, test: "where cards are taken by Stripe a preview pays by the test gateway" },
  },
  {
    name: "preview_is_over",
    protects: "access",
    file: finder,
    changes: [{ from: "preview_ends_at > app_now())", to: "preview_ends_at > app_now() - interval '2 days')" }],
    killedBy: { file: opening, test: "a preview is over after 24 hours" },
  },
  {
    name: "preview_in_no_list",
    protects: "access",
    file: finder,
    changes: [{ from: '      .where("preview_of", "is", null)\n', to: "" }],
    killedBy: { file: apart, test: "a preview is none of the sellers of lists" },
  },
  {
    name: "preview_in_operators_list",
    protects: "access",
    file: operator,
    changes: [{ from: "where s.preview_of is null and ", to: "where " }],
    killedBy: { file: apart, test: "a preview is none of the sellers of lists" },
  },
  {
    name: "preview_is_not_the_operators",
    protects: "access",
    file: operator,
    changes: [{ from: '    .where("preview_of", "is", null)\n    .forUpdate()', to: "    .forUpdate()" }],
    killedBy: { file: apart, test: "a preview is none of the sellers whose staff, keys or state somebody changes" },
  },
  {
    name: "preview_without_jobs",
    protects: "tenancy",
    file: "apps/server/src/jobs/forEachSeller.ts",
    changes: [
      { from: "(withPreviews || seller.preview_until === undefined)", to: "(withPreviews || seller.slug !== '')" },
    ],
    killedBy: { file: apart, test: "a job leaves previews out unless it is about their purchases" },
  },
  {
    name: "preview_ended_by_its_seller",
    protects: "tenancy",
    file: `${folder}/previews.sql.ts`,
    changes: [{ from: '    .where("preview_of", "=", seller_id)\n', to: "" }],
    killedBy: { file: opening, test: "a preview of another seller is not found" },
  },
  {
    name: "previews_one_after_another",
    protects: "access",
    file: `${folder}/previews.sql.ts`,
    changes: [{ from: " for no key update`", to: "`" }],
    killedBy: { file: opening, test: "how many are open holds for two who open one at the same moment" },
  },
  {
    name: "preview_not_indexed",
    protects: "access",
    file: "apps/server/src/page/renderPage.ts",
    changes: [{ from: "{ ...asked, hidden: true }", to: "{ ...asked }" }],
    killedBy: { file: pages, test: "no search engine keeps a page, a picture or a call" },
  },
];
