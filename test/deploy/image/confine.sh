# Runs a script with the confinement of a container of compose.yaml: read-only root file system, a small /tmp that runs no programs, an
# ordinary user, no capability, no way to gain one. Needs root and a mount namespace of its own (unshare --mount).
# Arguments: $1 the folder that is /app in the image, $2 Node, then the arguments of Node.
set -e
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs /mnt
mkdir /mnt/app
: >/mnt/node
mount --bind "$1" /mnt/app
mount -o remount,bind,ro /mnt/app
mount --bind "$2" /mnt/node
mount -t tmpfs -o size=512m,mode=1777,noexec,nosuid,nodev tmpfs /tmp
mount -o remount,bind,ro /
cd /mnt/app
shift 2
exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all /mnt/node "$@"
