import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { demoMembers } from "@foyer/demo/members.ts";
import { demoMemberships, type DemoMembership } from "@foyer/demo/memberships.ts";
import type { Connections, Database } from "../db/connections.ts";
import { settleAll } from "../db/settleAll.ts";
import { findSellerBySlug } from "../http/sellerFinder.ts";
import { sessionDays } from "../http/session/sessionLifetimes.ts";
import {
  endDemoSession,
  findMember,
  findTicketTypes,
  hasDemo,
  hasMembership,
  insertDemoSession,
  setMemberNumber,
  type LevelTypes,
  type DemoMember,
} from "./demo.sql.ts";

/**
 * Buys the demo users' memberships once, through the API: reserves, pays with a test card and checks out. Does nothing in
 * a database without the demo.
 */
export const loadDemoMemberships = async (connections: Connections, app: FastifyInstance): Promise<void> => {
  const db = connections.acrossSellers();
  if (!(await hasDemo(db))) return;
  await settleAll(demoMemberships.map((membership) => loadDemoMembership(db, app, membership)));
};

const loadDemoMembership = async (db: Database, app: FastifyInstance, membership: DemoMembership): Promise<void> => {
  const member = await findMember(db, membership.seller, emailOf(membership.seller));
  if (!member || (await hasMembership(db, member))) return;
  const cookie = await startSession(db, member, membership.seller);
  const terms = (await findSellerBySlug(db, membership.seller))?.web.terms;
  await buyMembership(app, membership, { cookie, terms }, await findTicketTypes(db, member.seller_id, membership));
  await endDemoSession(db, hashOf(tokenIn(cookie)));
  await setMemberNumber(db, member, membership.number);
};

const emailOf = (slug: string): string => demoMembers.find(({ seller }) => seller === slug)?.email ?? "";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const tokenIn = (cookies: string): string => cookies.split(";")[0]?.split("=")[1] ?? "";

/** A session for the time of the purchase. Returns its cookies under both names, with and without __Host-. */
const startSession = async (db: Database, member: DemoMember, slug: string): Promise<string> => {
  const token = randomBytes(32).toString("base64url");
  await insertDemoSession(db, member, hashOf(token), sessionDays.idle);
  return `foyer.${slug}=${token}; __Host-foyer.${slug}=${token}`;
};

type Terms = { readonly version: string } | undefined;
const buyMembership = async (
  app: FastifyInstance,
  { seller: slug, people, auto_renew }: DemoMembership,
  { cookie, terms }: { readonly cookie: string; readonly terms: Terms },
  { event_template_id, idOf: typeIdOf }: LevelTypes,
): Promise<void> => {
  const post = async (path: string, body: object): Promise<CartReply> => {
    const answer = await app.inject({
      method: "POST",
      url: `/api${path}`,
      query: { _seller: slug },
      headers: { [applicationHeader.name]: applicationHeader.value, cookie },
      payload: body,
    });
    if (answer.statusCode !== 200)
      throw new Error(`The demo's membership of ${slug} could not be bought: ${answer.body}`);
    return answer.json();
  };
  const { cart } = await post("/my/cart/modify", {
    add: [
      {
        event_template_id,
        ticket_types_required: [...Map.groupBy(people, ({ type }) => type)].map(([type, members]) => ({
          ticket_type_id: typeIdOf(type),
          quantity: members.length,
          admit_names: members.map(({ name = "" }) => name),
          admit_emails: members.map(({ email = "" }) => email),
        })),
      },
    ],
  });
  const [held] = cart._data;
  const card = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" };
  const amount = held?.outstanding_balance;
  await post(`/my/cart/${held?.id}/pay`, [
    { gateway_id: "test", amount, gateway_data: { card }, ...(auto_renew && { auto_renew }) },
  ]);
  const { first_name, last_name, email } = demoMembers.find(({ seller }) => seller === slug) ?? demoMembers[0]!;
  await post(`/my/cart/${held?.id}/guest_checkout`, {
    identity: { first_name, last_name, email },
    ...(terms && { terms_accepted: true, terms_version: terms.version }),
  });
};
