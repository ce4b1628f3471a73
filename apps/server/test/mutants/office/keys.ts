import type { Mutant } from "../mutant.ts";

const office = "apps/server/src/office/keys";
const file = `${office}/paymentKeys.test.ts`;
const services = `${office}/serviceKeys.test.ts`;

/** Guards of the keys of payment providers. */
export const keyMutants: readonly Mutant[] = [
  {
    name: "keys_tried_before_stored",
    protects: "money",
    file: `${office}/changeKeys.ts`,
    changes: [{ from: "if (fault) throw wrongKeys([fault.field], fault.reason);", to: "" }],
    killedBy: { file, test: "keys that do not work are refused with the reason" },
  },
  {
    name: "keys_never_returned",
    protects: "access",
    file: "apps/server/src/providers/keyEndings.ts",
    changes: [{ from: "value.slice(-4)", to: "value" }],
    killedBy: { file, test: "no reply, audit entry, stored answer or logged line has a key in it" },
  },
  {
    name: "keys_version",
    protects: "money",
    file: `${office}/storeKeys.ts`,
    changes: [
      {
        from: "const stored = await requireSeenKeys(ctx, of, { version, entity, lock: true });",
        to: "const stored = await findStoredKeys(ctx.db, of, { lock: true });",
      },
    ],
    killedBy: { file, test: "keys that somebody has changed meanwhile are not overwritten" },
  },
  {
    name: "keys_of_payments_under_way",
    protects: "money",
    file: `${office}/changeKeys.ts`,
    changes: [{ from: "if (payments + refunds === 0) return;", to: "if (payments >= 0) return;" }],
    killedBy: { file, test: "keys are kept while payments are under way with them" },
  },
  {
    name: "keys_of_refunds_under_way",
    protects: "money",
    file: `${office}/changeKeys.ts`,
    changes: [{ from: "if (payments + refunds === 0) return;", to: "if (payments === 0) return;" }],
    killedBy: { file, test: "keys are kept while refunds are under way with them, for as long as providers take" },
  },
  {
    name: "keys_of_the_same_account",
    protects: "money",
    file: `${office}/changeKeys.ts`,
    changes: [{ from: "replacesSameMode: before === isLive,", to: "replacesSameMode: false," }],
    killedBy: { file, test: "a secret key of another account than the payments were made with" },
  },
  {
    name: "live_keys_need_their_word",
    protects: "money",
    file: `${office}/requireReadyForLive.ts`,
    changes: [{ from: "if (confirm?.trim().toLowerCase() === goLiveWord) return;", to: "if (goLiveWord) return;" }],
    killedBy: { file, test: "needs its word to be typed, from test keys and from none" },
  },
  {
    name: "live_keys_need_terms",
    protects: "money",
    file: `${office}/requireReadyForLive.ts`,
    changes: [{ from: "if (!terms || errors.length > 0) {", to: "if (errors.length > 0) {" }],
    killedBy: { file, test: "needs terms that buyers accept" },
  },
  {
    name: "live_keys_need_a_catalogue_without_errors",
    protects: "money",
    file: `${office}/requireReadyForLive.ts`,
    changes: [{ from: "if (!terms || errors.length > 0) {", to: "if (!terms) {" }],
    killedBy: { file, test: "needs a catalogue without errors" },
  },
  {
    name: "service_keys_tried_before_stored",
    protects: "access",
    file: `${office}/serviceKeys.ts`,
    changes: [{ from: "if (fault) throw wrongKeys([fault.field], fault.reason);", to: "" }],
    killedBy: { file: services, test: "an unknown captcha secret" },
  },
  {
    name: "service_keys_not_replaced_unseen",
    protects: "access",
    file: `${office}/storeKeys.ts`,
    changes: [{ from: "if ((stored?.version ?? noKeys) !== version) throw await staleKeys(ctx, entity);", to: "" }],
    killedBy: { file: services, test: "keys of a service that somebody has changed meanwhile are not replaced" },
  },
  {
    name: "trial_of_replaced_keys",
    protects: "money",
    file: "apps/server/src/providers/triedKeys.sql.ts",
    changes: [{ from: "and sealed = $3`", to: "and $3::bytea is not null`" }],
    killedBy: {
      file: "apps/server/src/office/keys/serviceKeys.test.ts",
      test: "what a trial said of keys that were replaced meanwhile is not kept",
    },
  },
  {
    name: "trial_of_keys_claimed_once",
    protects: "money",
    file: "apps/server/src/providers/triedKeys.sql.ts",
    changes: [
      {
        from: "and tried_at < app_now() - make_interval(hours => $3) returning sealed`",
        to: "and $3::int is not null returning sealed`",
      },
    ],
    killedBy: { file: services, test: "two servers that have both listed them try them once" },
  },
];
