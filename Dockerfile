# The image of a release: see docs/operations/install.md. To pin a base to one build, add its digest:
# docker build --build-arg NODE=node:24.21.0-bookworm-slim@sha256:<digest> .
ARG NODE=node:24.21.0-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM ${NODE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run --silent release -- --to /till

FROM ${BASE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /till /till
# initdb looks the account up by its number
RUN groupadd --gid 10001 till && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin till
RUN mkdir -m 700 /data /backups && chown 10001:10001 /data /backups
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /till
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
