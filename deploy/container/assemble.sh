#!/bin/sh
# Assembles the file system of the container image: assemble.sh <checkout> <empty folder>.
# The container file runs it; "npm run image" builds and tries that.
set -eu
checkout=$(cd "$1" && pwd)
mkdir -p "$2"
root=$(cd "$2" && pwd)
app=$root/app

mkdir -p "$app"
cp "$checkout/package.json" "$checkout/package-lock.json" "$checkout/.npmrc" "$app"
(cd "$app" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund)
cp -R "$checkout/bin" "$checkout/src" "$checkout/docs" "$app"
cp "$checkout/CHANGELOG.md" "$checkout/LICENSE" "$checkout/NOTICE" "$app"
# What it is tried with, and the clients that it serves below /docs.
cp -R "$checkout/sandbox" "$checkout/client" "$checkout/clients" "$checkout/examples" "$app"
rm -r "$app/clients/python/tests"
cp "$checkout/deploy/container/healthy.mjs" "$app"

# What only tests and people who develop need.
rm "$app/package-lock.json" "$app/.npmrc" "$app/node_modules/.package-lock.json"
find "$app/src" -type d -name samples -prune -exec rm -r {} +
find "$app/src" "$app/sandbox" -type f \( -name '*.test.ts' -o -name 'fake-*.ts' -o -name losses.ts -o -name trial.ts \) -delete
find "$app/node_modules" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# The Node that came with the packages, held by its digest, is the only program in the image.
mkdir -p "$root/usr/local/bin"
mv "$app"/node_modules/node-linux-*/bin/node "$root/usr/local/bin/node"
rm -rf "$app"/node_modules/node-linux-* "$app/node_modules/.bin"
# With the libraries it is linked with, at the paths where it looks for them.
ldd "$root/usr/local/bin/node" | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

# What the C library reads to find a name, and a user without rights.
mkdir -p "$root/etc" "$root/data" "$root/dev" "$root/proc" "$root/sys" "$root/tmp"
echo 'manifold:x:10001:10001::/data:/sbin/nologin' >"$root/etc/passwd"
echo 'manifold:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"

# All that a start loads is compiled here: in the container no one can write. It is done by the Node and
# as the user that will read it, since Node keeps apart what it compiled for each, and then given to root.
compiled=$app/node_modules/.cache
mkdir -p "$compiled"
set -- "$root/usr/local/bin/node" "$app/bin/compile.mjs"
if [ "$(id -u)" = 0 ]; then
  chown 10001:10001 "$compiled"
  setpriv --reuid=10001 --regid=10001 --clear-groups "$@"
  chown -R 0:0 "$compiled"
else
  unshare --user --map-user=10001 --map-group=10001 "$@"
fi
test -n "$(find "$compiled" -type f)" || { echo "Nothing was compiled." >&2; exit 1; }
chmod -R go=u,go-w "$root"
chmod 700 "$root/data"
