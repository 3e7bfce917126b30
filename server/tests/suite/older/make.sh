#!/usr/bin/env bash
# Makes the fixtures of a release, one for each database:
#
#     server/tests/suite/older/make.sh VERSION CARDROOM CARDROOM_BOT
#
# CARDROOM and CARDROOM_BOT are the programs of that release, built at its commit:
#
#     git worktree add --detach ../older-program COMMIT && cd ../older-program
#     CARDROOM_WEB=none cargo build -p cardroom -p cardroom-bot
#
# It writes VERSION/sqlite.tar.gz and VERSION/postgres.tar.gz beside this script: the data directory with
# its keys, `facts.json` (people.py), what the old program's own check said, and for PostgreSQL
# a dump. It needs python3, curl and PostgreSQL. All of it happens on loopback and in a temporary
# folder. The keys and passwords in it open nothing else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=$1 cardroom=$(realpath "$2") bot=$(realpath "$3")
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
work=$(mktemp -d /tmp/cardroom-older-XXXXXX)
chmod 755 "$work"
server='' postgres=''
trap 'stop KILL; end_postgres; rm -rf "$work"' EXIT

as_postgres() {
    if [[ $(id -u) == 0 ]]; then runuser -u postgres -- "$@"; else "$@"; fi
}

begin_postgres() {
    install -d -m 700 "$work/cluster"
    [[ $(id -u) != 0 ]] || chown postgres "$work/cluster"
    (cd / && as_postgres initdb -D "$work/cluster/data" -U room -A trust -E UTF8 --locale=C >/dev/null)
    (cd / && as_postgres pg_ctl -D "$work/cluster/data" -l "$work/cluster/log" -w \
        -o "-h '' -k $work/cluster" start >/dev/null)
    postgres=running
}

end_postgres() {
    [[ -n $postgres ]] || return 0
    (cd / && as_postgres pg_ctl -D "$work/cluster/data" -m fast stop >/dev/null) || true
}

# room DATA URL: opens the old room and waits until it says where.
room() {
    "$cardroom" --config "$here/room.toml" --data-dir "$1" --set "store.url=$2" \
        --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 >"$work/out" 2>>"$work/log" &
    server=$!
    for _ in {1..300}; do
        url=$(grep -o 'ws://[^ ]*' "$work/out" || true)
        [[ -z $url ]] || return 0
        sleep 0.1
    done
    tail "$work/log" >&2
    return 1
}

# stop SIGNAL: ends the old room.
stop() {
    [[ -n $server ]] || return 0
    kill "-$1" "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=''
}

# fixture DATABASE URL
fixture() {
    local directory=$work/$1
    mkdir -p "$directory/data"
    local settings=(--config "$here/room.toml" --data-dir "$directory/data" --set "store.url=$2")
    echo "seven deuce offsuit" | "$cardroom" "${settings[@]}" admin create Root --password-stdin

    # Everything that is over when the room closes in order.
    room "$directory/data" "$2"
    python3 -B "$here/people.py" before "$url" "$directory"
    "$bot" --url "$url" --bots 3 --seed 7 --brain mixed --name-prefix guest --tables game=omaha \
        --buy-in 100bb --hands 8 --seconds 20 >/dev/null
    "$bot" --url "$url" --bots 4 --seed 8 --brain tag --name-prefix regular \
        --password "seven deuce offsuit" --tables game=holdem --buy-in 60bb --hands 12 --seconds 20 \
        >/dev/null
    "$bot" tournament --url "$url" --bots 6 --seed 9 --brain random --name-prefix entrant \
        --password "seven deuce offsuit" --name "Sit and go" >/dev/null
    stop TERM

    # And a hand in progress when the process ends.
    room "$directory/data" "$2"
    python3 -B "$here/people.py" interrupted "$url" "$directory"
    stop KILL
    local files=(data facts.json)
    if [[ $1 == postgres ]]; then
        # Without the lines that only psql or only a new PostgreSQL understands.
        pg_dump --inserts --no-owner --no-privileges "$2" |
            grep -Ev '^(\\(un)?restrict |SET transaction_timeout)' >"$directory/dump.sql"
        files+=(dump.sql)
    fi
    mkdir -p "$here/$version"
    tar -C "$directory" --sort=name --owner=0 --group=0 --numeric-owner -cf - "${files[@]}" |
        gzip -9n >"$here/$version/$1.tar.gz"
    ls -l "$directory/data" "$here/$version/$1.tar.gz"
}

fixture sqlite sqlite
begin_postgres
createdb -h "$work/cluster" -U room room
fixture postgres "postgres://room@localhost/room?host=$work/cluster"
