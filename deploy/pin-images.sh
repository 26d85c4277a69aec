#!/bin/sh
# Prints the base images with the digests that their tags have now, as docker compose reads them: sh deploy/pin-images.sh >> .env
# Needs docker with buildx, and the registry. Run it again to take updates; what it prints is what you have looked at and trust.
set -eu
pin() {
  digest=$(docker buildx imagetools inspect "$2" --format '{{.Manifest.Digest}}')
  case $digest in
    sha256:*) printf '%s=%s@%s\n' "$1" "$2" "$digest" ;;
    *) printf 'There is no digest for %s: %s\n' "$2" "$digest" >&2; exit 1 ;;
  esac
}
pin NODE_IMAGE node:24-bookworm-slim
pin NGINX_IMAGE nginx:1.29-alpine
pin POSTGRES_IMAGE postgres:17-alpine
