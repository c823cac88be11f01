# The server as an image: built with the Swift toolchain, run without it by an account that may do nothing else.
#   docker build --tag tipledger .
# docker-compose.yml puts a database beside it.

FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
       libboost-math-dev libmicrohttpd-dev libpq-dev libsimdjson-dev pkg-config zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift ./
COPY Plugins ./Plugins
COPY sql ./sql
COPY Sources ./Sources
# The package names the folders of its tests; they are not built.
COPY Tests ./Tests
RUN swift build --configuration release --product tipledger --static-swift-stdlib \
    && install -D "$(swift build --configuration release --show-bin-path)/tipledger" /out/tipledger \
    && install -D /usr/libexec/swift/linux/swift-backtrace-static /out/swift-backtrace

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
       ca-certificates libmicrohttpd12 libpq5 libsimdjson14 libssl3 libstdc++6 tzdata zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/tipledger /usr/local/bin/tipledger
COPY --from=build /out/swift-backtrace /usr/local/libexec/swift-backtrace
LABEL org.opencontainers.image.title="Tipledger" \
      org.opencontainers.image.description="An event log for an app's tips: who may see which, and which copy works" \
      org.opencontainers.image.licenses="MIT"
# A crash leaves where it happened in the container's log.
ENV SWIFT_BACKTRACE=enable=yes,sanitize=yes,threads=all,images=all,interactive=no,swift-backtrace=/usr/local/libexec/swift-backtrace
WORKDIR /tmp
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["tipledger", "doctor", "--ready"]
ENTRYPOINT ["tipledger"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
