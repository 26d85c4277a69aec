# The server as an image: docker build -t vouch . && docker run --read-only --tmpfs /tmp -v vouch:/var/lib/vouch -p 8080:8080 vouch
# It runs as an unprivileged user, writes only to /var/lib/vouch, and needs no network except for the models that you configure.
# test/shipped/deploy/image.test.ts runs these very steps in an empty folder.

# A tag can be moved to another image, a digest cannot: server/docs/operate/hosting.md says how to pin it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY .toolchain .toolchain
# The image has a Node of its own, so the one that a clone installs is left out.
RUN npm ci --workspaces=false --no-audit --no-fund
COPY . .
RUN npm run build
# The second OCR engine's native runtime, for this processor only: 46 of the 288 MB of its package.
RUN mkdir native && cp -R node_modules/onnxruntime-node native/
RUN cd native/onnxruntime-node/bin/napi-v6 && rm -rf darwin win32 linux/$(node -p "process.arch === 'x64' ? 'arm64' : 'x64'")
RUN npm prune --omit=dev --workspaces=false --no-audit --no-fund
RUN mkdir state

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=8080
ENV VOUCH_STORE=sqlite:/var/lib/vouch/vouch.db
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/README.md ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/native node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/config/calibration config/calibration
COPY --from=build /app/server/vouch.js server/vouch.js
COPY --from=build /app/server/docs server/docs
COPY --from=build /app/server/cli/doctor/ocr-sample.pdf server/cli/doctor/ocr-sample.pdf
COPY --from=build --chown=1000:1000 /app/state /var/lib/vouch
USER 1000:1000
VOLUME /var/lib/vouch
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# node itself is the first process: it handles SIGTERM, and ends its children.
ENTRYPOINT ["node", "--disable-sigusr1", "--max-semi-space-size=16", "server/vouch.js"]
CMD ["serve"]
