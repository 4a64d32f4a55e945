#!/bin/sh
# Runs Gradle: the one on the PATH, or else the release pinned in gradle/wrapper/gradle-wrapper.properties,
# which is downloaded once, checked against its SHA-256 and kept in the Gradle user home.
set -eu

fail() {
  echo "gradlew: $*" >&2
  exit 1
}

if command -v gradle >/dev/null 2>&1; then
  exec gradle "$@"
fi

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
pinned=$here/gradle/wrapper/gradle-wrapper.properties
[ -f "$pinned" ] || fail "there is no gradle on the PATH and $pinned is missing"

# A properties file may have a backslash before a colon.
property() {
  sed -n "s/^$1=//p" "$pinned" | tr -d '\\\r'
}

url=$(property distributionUrl)
sum=$(property distributionSha256Sum)
[ -n "$url" ] && [ -n "$sum" ] || fail "$pinned has to name distributionUrl and distributionSha256Sum"

archive=${url##*/}
release=${archive%-*.zip}
home=${GRADLE_USER_HOME:-${HOME:?set HOME or GRADLE_USER_HOME}/.gradle}
# The checksum is part of the name: a release pinned anew is never taken for the old one.
installed=$home/wrapper/dists/${archive%.zip}/$sum

download() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1"
  else
    fail "curl or wget is needed to download $1"
  fi
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1"
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1"
  else
    fail "sha256sum or shasum is needed to check $url"
  fi
}

unpack() {
  if command -v unzip >/dev/null 2>&1; then
    unzip -q "$1" -d "$2"
  elif command -v "${JAVA_HOME:+$JAVA_HOME/bin/}jar" >/dev/null 2>&1; then
    (cd "$2" && "${JAVA_HOME:+$JAVA_HOME/bin/}jar" xf "$1")
  else
    fail "unzip or a JDK's jar is needed to unpack $1"
  fi
}

install() {
  mkdir -p "$home/wrapper/dists/${archive%.zip}"
  work=$(mktemp -d "$installed.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  echo "gradlew: downloading $url" >&2
  download "$url" "$work/$archive" ||
    fail "cannot download $url. Without a network, put gradle on the PATH or build with Maven: mvn verify"
  found=$(sha256 "$work/$archive")
  found=${found%% *}
  [ "$found" = "$sum" ] || fail "$url is not what was pinned and is not used: its SHA-256 is $found, not $sum"

  unpack "$work/$archive" "$work" || fail "cannot unpack $archive"
  [ -f "$work/$release/bin/gradle" ] || fail "$archive has no $release/bin/gradle"
  # The jar tool does not keep permissions.
  chmod +x "$work/$release/bin/gradle"
  # Another run may have been faster; both have checked the same bytes.
  if [ ! -x "$installed/bin/gradle" ]; then
    rm -rf "$installed"
    mv "$work/$release" "$installed"
  fi
  rm -rf "$work"
  trap - EXIT HUP INT TERM
}

[ -x "$installed/bin/gradle" ] || install
exec "$installed/bin/gradle" "$@"
