import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

type Manifest = {
  readonly name?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly allowScripts?: Record<string, boolean>;
};
type Locked = {
  readonly dev?: true;
  readonly devOptional?: true;
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: true;
  readonly hasInstallScript?: true;
};

const root = join(import.meta.dirname, "..");
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
const workspaces = ["packages", "apps"].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`),
);
const manifests = ["", ...workspaces].map((folder) => readJson(join(folder, "package.json")) as Manifest);
const { packages } = readJson("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Earlier releases have known vulnerabilities (/docs/security.md names the kinds) and must not return. */
const leastVersions: Readonly<Record<string, string>> = {
  fastify: "5.12.2",
  "sanitize-html": "2.12.1",
  sharp: "0.32.6",
};
const isAtLeast = (version: string, least: string): boolean =>
  version.localeCompare(least, "en", { numeric: true }) >= 0;

test("every declared version is exact", () => {
  const ours = new Set(manifests.map(({ name }) => name));
  const loose = manifests.flatMap(({ name, dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(
        ([dependency, version]) =>
          !ours.has(dependency) && !/^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
      )
      .map(([dependency, version]) => `${name}: ${dependency} ${version}`),
  );
  expect(loose).toEqual([]);
});

test("every package of the lock file has a hash of its contents", () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-")).map(([path]) => path)).toEqual(
    [],
  );
});

test("install scripts run for the packages of the list only, and the list has no others", () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  const allowed = Object.entries(manifests[0]?.allowScripts ?? {}).filter(([, isAllowed]) => isAllowed);
  expect([...new Set(withScript)].toSorted()).toEqual(allowed.map(([name]) => name).toSorted());
});

test("no package is of a version with a known hole", () => {
  const old = installed.filter(([path, { version = "" }]) => {
    const least = leastVersions[nameOf(path)];
    return least !== undefined && !isAtLeast(version, least);
  });
  expect(old.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
  expect(installed.map(([path]) => nameOf(path))).toContain("fastify");
});

type Bom = {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly purl: string;
    readonly properties?: readonly { readonly name: string }[];
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
};

test("the image's bill of materials has each package of the product with its hash, and marks what only tests need", async () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const [, command = ""] = /^RUN (npm sbom .*) > sbom\.json$/m.exec(dockerfile) ?? [];
  const [npm = "", ...options] = command.split(" ");
  const { stdout } = await promisify(execFile)(npm, options, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  const { bomFormat, components } = JSON.parse(stdout) as Bom;
  expect(bomFormat).toBe("CycloneDX");
  const ofProduct = components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name.endsWith(":development")),
  );
  const hashes = new Map(
    ofProduct.map(({ purl, hashes = [] }) => [decodeURIComponent(purl.replace("pkg:npm/", "")), hashes]),
  );
  const missing = installed
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .filter(([path, { version = "", integrity = "" }]) => {
      const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
      return !hashes.get(`${nameOf(path)}@${version}`)?.some(({ content }) => content === hash);
    });
  expect(missing.map(([path]) => path)).toEqual([]);
  const names = [...hashes.keys()].map((name) => name.slice(0, name.lastIndexOf("@")));
  expect(names).toContain("fastify");
  expect(names).not.toContain("vitest");
});
