# The base has to be a slim image of Python: Alpine's has no useradd, and the full one is needlessly large.
# To build on exactly one image, name it by its digest:
#   docker pull python:3.13-slim && docker image inspect --format '{{index .RepoDigests 0}}' python:3.13-slim
#   docker build --build-arg BASE=python:3.13-slim@sha256:…
ARG BASE=python:3.13-slim
FROM ${BASE} AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY cogs cogs
COPY data data
COPY rendering rendering
RUN python -m venv --without-pip /opt/captains-table \
    && pip --python /opt/captains-table install --no-cache-dir --no-compile '.[postgres]' \
    && python -OO -X no_debug_ranges -m compileall -q /opt/captains-table

FROM ${BASE}
# Without docstrings, assertions and the columns of errors' places, the bot takes 5 MB less.
ENV PYTHONOPTIMIZE=2 \
    PYTHONNODEBUGRANGES=1
# Python's own modules come uncompiled, and the program may not write there: it would compile them anew at each
# start, and at each look at its health.
RUN python -m compileall -q /usr/local/lib/python3.*/
# For PostgreSQL's backups: --build-arg PACKAGES=postgresql-client.
ARG PACKAGES=
RUN [ -z "$PACKAGES" ] || { apt-get update && apt-get install --yes --no-install-recommends $PACKAGES \
    && rm -rf /var/lib/apt/lists/*; }
# A number that is the same in every release: the volume's files belong to it.
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin table \
    && install --directory --owner=table --group=table /data
COPY --from=build /opt/captains-table /opt/captains-table
ENV PATH=/opt/captains-table/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    CAPTAINS_TABLE_DB=/data/captains-table.sqlite3 \
    CAPTAINS_TABLE_METRICS_PORT=9464
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["captains-table", "health"]
ENTRYPOINT ["captains-table"]
